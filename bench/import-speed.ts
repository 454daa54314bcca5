import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { importRegistry } from '#server/import/import.ts'
import type { Database, Sql } from '#server/infra/db/database.ts'
import { anExport, type ExportFiles } from './an-export.ts'
import type { Measure } from './bench.ts'
import { type Line, median } from './lines.ts'

const tables = [
  'account',
  'methodology',
  'project',
  'asset',
  'transaction',
  'entry',
  'block',
  'balance',
  'claim',
  'settlement',
  'imported_row',
]

const copyRounds = 5
const quiet = () => ({ at() {}, done() {} })

/** Imports an export, against COPY of the resulting rows into tables without keys, indexes, triggers or checks. */
export const importSpeed: Measure = {
  name: 'import',
  run: (bench) =>
    bench.inDatabase(async ({ sql, tenantId }) => {
      const { files, isReal } = await anExport(bench.folder)
      console.log(
        `import: ${isReal ? 'the real export beside the checkout' : 'generated, in the shape of a real export'}.`,
      )
      return measureImport(sql, tenantId, files, join(bench.folder, 'set-aside.csv'))
    }),
}

async function measureImport(
  sql: Database,
  tenantId: string,
  files: ExportFiles,
  setAsidePath: string,
): Promise<Line[]> {
  const order = { tenantId, files, dryRun: false, setAsidePath, today: new Date().toISOString().slice(0, 10) }
  const importSeconds = await secondsOf(async () => {
    const { faults } = await importRegistry(sql, order, quiet)
    if (faults.length > 0) throw new Error(`The ledger has faults: ${faults.join(', ')}`)
  })
  const { seconds: copySeconds, rows } = await copyIntoBareTables(sql)
  return [
    {
      name: `import, ${rows} rows of ${tables.length} tables`,
      measured: `${importSeconds.toFixed(2)} s`,
      limit: `COPY ${copySeconds.toFixed(2)} s`,
      ratio: importSeconds / copySeconds,
      goal: { atMost: 10 },
    },
    {
      name: 'import, time without settlement',
      measured: `${importSeconds.toFixed(2)} s`,
      limit: '90 s',
      ratio: importSeconds / 90,
      goal: { atMost: 1 },
    },
  ]
}

/** A median, as a round takes under a second. */
async function copyIntoBareTables(sql: Database): Promise<{ seconds: number; rows: number }> {
  const connection = await sql.reserve()
  try {
    const rounds: number[] = []
    for (let round = 0; round < copyRounds; round++) rounds.push(await copyOnce(connection))
    const [copied] = await connection.unsafe<{ rows: number }[]>(
      `select ${tables.map((table) => `(select count(*)::int from ${table})`).join(' + ')} as rows`,
    )
    return { seconds: median(rounds), rows: copied!.rows }
  } finally {
    connection.release()
  }
}

async function copyOnce(sql: Sql): Promise<number> {
  let seconds = 0
  await sql`create schema bare`
  for (const table of tables) {
    await sql.unsafe(`create table bare.${table} as select * from ${table} with no data`)
    const chunks: Buffer[] = []
    await sql.copyOut(`copy ${table} to stdout`, async (rows) => {
      for await (const chunk of rows) chunks.push(chunk)
    })
    seconds += await secondsOf(() => sql.copyIn(`copy bare.${table} from stdin`, (into) => pipeline(chunks, into)))
  }
  await sql`drop schema bare cascade`
  return seconds
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}
