import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#embedded/postgres.ts'
import { importRegistry } from '#server/import/import.ts'
import { connectDatabase, type Database, identifier } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'
import { anExport } from './an-export.ts'
import { measureImport } from './import-speed.ts'
import { isMet, type Line, table } from './lines.ts'
import { measureList } from './list-speed.ts'
import { measureOverload } from './overload.ts'
import { measureStart } from './start-time.ts'

/**
 * `npm run bench`: ratios, each against a limit measured in the same run or stated by the specification of the product.
 * Loopback only, in a folder of its own, some two minutes. Ends with code 1 if a goal was missed.
 */
const tenantId = 'bench'
const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  const { files, isReal } = await anExport(folder)
  console.log(`Rows: ${isReal ? 'the real export beside the checkout' : 'generated, in the shape of a real export'}.\n`)
  const setAsidePath = join(folder, 'set-aside.csv')
  const lines: Line[] = []
  await withDatabase('listed', async (sql, url) => {
    const order = { tenantId, files: { project: files.project }, dryRun: false, setAsidePath, today: '2026-01-01' }
    await importRegistry(sql, order, () => ({ at() {}, done() {} }))
    lines.push(...(await measureList(url, tenantId, folder)))
    lines.push(...(await measureOverload(url, tenantId, folder)))
  })
  await withDatabase('imported', async (sql) => {
    lines.push(...(await measureImport(sql, tenantId, files, setAsidePath)))
  })
  lines.push(...(await measureStart(join(folder, 'start'))))
  console.log(table(lines))
  process.exitCode = lines.every(isMet) ? 0 : 1
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** A migrated database with one tenant, for one measurement. */
async function withDatabase(name: string, measure: (sql: Database, url: string) => Promise<void>): Promise<void> {
  const admin = connectDatabase(postgres.url, { max: 1 })
  await admin`create database ${identifier(name)}`
  await admin.end()
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const sql = connectDatabase(url, { max: 2 })
  try {
    await migrate(sql)
    await sql`
      insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix)
      values (${tenantId}, 'Bench', 'Unit', 'Units', 'BENCH')`
    await measure(sql, url)
  } finally {
    await sql.end()
  }
}
