import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importRegistry } from '#server/import/import.ts'
import type { Database } from '#server/infra/db/database.ts'
import { aBlock, aMint, aProject, csv, type ExportRow } from '#tests/kit/an-export.ts'

export type ExportFiles = { project: string; mint: string; block: string }

const realData = join(import.meta.dirname, '../../shared/data')
const projects = 5_443
const mints = 1_061
const blocksPerMint = 21

/** The real export beside the checkout, else generated rows of the same shape in `folder`. */
export async function anExport(folder: string): Promise<{ files: ExportFiles; isReal: boolean }> {
  const real = {
    project: join(realData, 'projects.csv.gz'),
    mint: join(realData, 'mints_verra_brazil.csv.gz'),
    block: join(realData, 'ledger_blocks_verra_brazil.csv.gz'),
  }
  if (Object.values(real).every((path) => existsSync(path))) return { files: real, isReal: true }
  return { files: await generate(folder), isReal: false }
}

export async function importProjects({ folder }: { folder: string }, sql: Database, tenantId: string): Promise<void> {
  const { files } = await anExport(folder)
  const setAsidePath = join(folder, 'set-aside.csv')
  const order = { tenantId, files: { project: files.project }, dryRun: false, setAsidePath, today: '2026-01-01' }
  await importRegistry(sql, order, () => ({ at() {}, done() {} }))
}

async function generate(folder: string): Promise<ExportFiles> {
  const files = {
    project: join(folder, 'projects.csv'),
    mint: join(folder, 'mints.csv'),
    block: join(folder, 'ledger.csv'),
  }
  const projectRows = Array.from({ length: projects }, (_, place) => projectOf(place))
  const mintRows = Array.from({ length: mints }, (_, place) =>
    aMint({ project_id: projectRows[place % 66]!.project_id!, quantity: blocksPerMint * 10 }),
  )
  await writeFile(files.project, csv(projectRows))
  await writeFile(files.mint, csv(mintRows))
  await writeFile(files.block, csv(mintRows.flatMap(blocksOf)))
  return files
}

const statuses = ['Registered', 'Certified Project', 'Listed', 'Completed', 'Withdrawn', 'Under validation']

function projectOf(place: number): ExportRow {
  return aProject({
    developer: `Generated Developers ${place % 2_000} Ltd`,
    status: statuses[place % statuses.length]!,
    methodology: `TM${place % 282} Generated methodology`,
    description: place % 3 === 0 ? 'Generated description. '.repeat(30) : '',
  })
}

function blocksOf(mint: ExportRow, place: number): ExportRow[] {
  return Array.from({ length: blocksPerMint }, (_, block) => {
    const first = (place * blocksPerMint + block) * 10 + 1
    const retirement = {
      retirement_date: '2022-02-03',
      beneficiary: `Beneficiary ${block}`,
      reason: 'Other',
      details: '',
    }
    return aBlock(mint, first, first + 9, block === 0 ? {} : retirement)
  })
}
