import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeAfterwards } from './closing.ts'

export type ExportRow = Record<string, string | number>

let count = 0
const next = () => ++count

export function aProject(row: ExportRow = {}): ExportRow {
  const id = `P${next()}`
  return {
    project_id: id,
    registry: 'TEST',
    name: `Project ${id}`,
    status: 'Registered',
    type: 'Cookstoves',
    methodology: 'TM0001 Generated',
    methodology_version: '',
    country: 'Kenya',
    state: '',
    site_location: 'Kitui',
    developer: 'Generated Developers Ltd',
    credits_issued: 1_000,
    credits_retired: 10,
    added_to_database: '2021-03-04',
    crediting_start: '2020-01-01',
    crediting_end: '2029-12-31',
    registry_url: 'https://registry.test/project',
    description: '',
    lon: '38.01',
    lat: '-1.37',
    ...row,
  }
}

/** The blocks determine its serial numbers. */
export function aMint(row: ExportRow): ExportRow {
  return {
    mint_id: `M${next()}`,
    serial_space: 'TEST-A',
    vintage_start: '2020-01-01',
    vintage_end: '2020-12-31',
    issuance_date: '2021-05-06',
    quantity: 100,
    ...row,
  }
}

/** The block is retired if `row` has a retirement date. */
export function aBlock(mint: ExportRow, first: number, last: number, row: ExportRow = {}): ExportRow {
  const {
    project_id = '',
    mint_id = '',
    serial_space = '',
    vintage_start = '',
    vintage_end = '',
    issuance_date = '',
  } = mint
  return {
    project_id,
    mint_id,
    serial_space,
    vintage_start,
    vintage_end,
    issuance_date,
    serial_start: first,
    serial_end: last,
    quantity: last - first + 1,
    status: row.retirement_date ? 'retired' : 'active',
    retirement_date: '',
    beneficiary: '',
    reason: '',
    details: '',
    ...row,
  }
}

/** Removed after the file's last test. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-import-'))
  closeAfterwards(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the paths of the files. */
export async function writeExport(tables: { projects: ExportRow[]; mints: ExportRow[]; blocks: ExportRow[] }) {
  const folder = await aFolder()
  const files = {
    project: join(folder, 'projects.csv'),
    mint: join(folder, 'mints.csv'),
    block: join(folder, 'ledger.csv'),
  }
  await writeFile(files.project, csv(tables.projects))
  await writeFile(files.mint, csv(tables.mints))
  await writeFile(files.block, csv(tables.blocks))
  return files
}

export function csv(rows: ExportRow[]): string {
  const header = Object.keys(rows[0] ?? {})
  const line = (fields: (string | number)[]) =>
    fields.map((field) => `"${String(field).replaceAll('"', '""')}"`).join(',')
  return [line(header), ...rows.map((row) => line(header.map((column) => row[column] ?? '')))].join('\n')
}
