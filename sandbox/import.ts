import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/config.ts'
import { connectDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { type ImportOrder, type ImportReport, importRegistry, type Tally } from '#server/import/import.ts'
import { ImportRefused } from '#server/import/objection.ts'
import { grouped, progressOn } from '#server/import/progress.ts'
import { ensureConfiguredTenant } from '#server/tenants/configured.ts'
import { openEmbeddedDatabase } from './database.ts'

/** `npm run import`: loads a registry's export into DATABASE_URL, or into the embedded database, running or not. */
const usage = `npm run import -- --tenant ID [--projects FILE] [--mints FILE --ledger FILE] [--dry-run] [--set-aside FILE]

  --tenant     the registry (tenant) to load into
  --projects   projects, csv or csv.gz
  --mints      issuances; needs --ledger
  --ledger     the blocks of those issuances, held and retired; needs --mints
  --dry-run    check everything, load nothing
  --set-aside  where the rows go that are not accepted (DATA_DIR/import/<tenant>-set-aside.csv)`

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof ImportRefused || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main(): Promise<number> {
  const config = readConfig()
  const order = orderOf(process.argv.slice(2), config.DATA_DIR)
  const startedAt = performance.now()
  const embedded = config.DATABASE_URL === undefined ? await openEmbeddedDatabase(config.DATA_DIR, () => {}) : null
  const sql = connectDatabase(config.DATABASE_URL ?? embedded?.url ?? '', { max: 2, name: 'registry import' })
  try {
    await migrate(sql)
    if (order.tenantId === config.TENANT_ID) await ensureConfiguredTenant({ sql, config })
    const report = await importRegistry(sql, order, progressOn(process.stderr))
    console.log(summary(order, report, (performance.now() - startedAt) / 1_000))
    return report.faults.length === 0 ? 0 : 1
  } finally {
    await sql.end()
    await embedded?.stop()
  }
}

function orderOf(args: string[], dataDir: string): ImportOrder {
  const { values } = readArguments(args)
  const { tenant, projects, mints, ledger } = values
  const isComplete = tenant && (projects || mints) && Boolean(mints) === Boolean(ledger)
  if (!isComplete) throw new ImportRefused(usage)
  return {
    tenantId: tenant,
    files: { project: projects, mint: mints, block: ledger },
    dryRun: values['dry-run'] ?? false,
    setAsidePath: resolve(values['set-aside'] ?? join(dataDir, 'import', `${tenant}-set-aside.csv`)),
    today: new Date().toISOString().slice(0, 10),
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        tenant: { type: 'string' },
        projects: { type: 'string' },
        mints: { type: 'string' },
        ledger: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'set-aside': { type: 'string' },
      },
    })
  } catch (error) {
    throw new ImportRefused(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

function summary(order: ImportOrder, report: ImportReport, seconds: number): string {
  const { project, mint, block } = report
  const verb = order.dryRun ? 'would be loaded' : 'loaded'
  const line = (title: string, { rows, loaded, known, aside }: Tally) =>
    `${title.padEnd(10)}${grouped(rows)} rows: ${grouped(loaded)} ${verb}, ${grouped(known)} there before, ${grouped(aside)} set aside`
  const changed = project.loaded + mint.loaded > 0
  return [
    order.files.project ? line('projects', project) : '',
    order.files.mint ? line('mints', mint) : '',
    order.files.block ? line('blocks', block) : '',
    order.files.mint
      ? `units     ${grouped(report.units)} issued, ${grouped(report.claimedUnits)} of them retired in ${grouped(report.claims)} claims`
      : '',
    report.setAsidePath ? `set aside ${report.setAsidePath}` : '',
    order.dryRun ? 'Nothing was changed: this was a dry run.' : '',
    !order.dryRun && !changed ? 'Nothing was changed: everything was there before.' : '',
    ...report.faults.map((fault) => `LEDGER FAULT ${fault}`),
    !order.dryRun && report.faults.length === 0 ? 'The ledger agrees with itself: no fault.' : '',
    `${seconds.toFixed(1)} s, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`,
  ]
    .filter((text) => text !== '')
    .join('\n')
}
