import { join, resolve } from 'node:path'
import { readArguments } from '#server/app/arguments.ts'
import { type ImportOrder, type ImportReport, importRegistry, type Tally } from '#server/import/import.ts'
import { grouped, progressOn } from '#server/import/progress.ts'
import { Refused } from '#server/infra/refused.ts'
import { ensureConfiguredTenant } from '#server/people/tenants/configured.ts'
import { runCommand } from './run.ts'

/**
 * `npm run import`: loads a registry's export. Keeps existing rows, so a second run resumes the first. Exits with 1 if
 * refused or on a ledger fault.
 */
const usage = `npm run import -- --tenant ID [--projects FILE] [--mints FILE --ledger FILE] [--dry-run] [--set-aside FILE]

  --tenant     the registry (tenant) to load into
  --projects   projects, csv or csv.gz
  --mints      issuances; needs --ledger
  --ledger     the blocks of those issuances, held and retired; needs --mints
  --dry-run    check everything, load nothing
  --set-aside  the file for the rows that are not accepted (DATA_DIR/import/ID-set-aside.csv)`

const options = {
  tenant: { type: 'string' },
  projects: { type: 'string' },
  mints: { type: 'string' },
  ledger: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'set-aside': { type: 'string' },
} as const

await runCommand(
  'registry import',
  (args, config) => {
    const order = orderOf(args, config.DATA_DIR)
    return async ({ sql }) => {
      if (order.tenantId === config.TENANT_ID) await ensureConfiguredTenant({ sql, config })
      const progress = progressOn(process.stderr)
      const report = await importRegistry(sql, order, progress.show).finally(progress.stop)
      if (report.faults.length > 0) process.exitCode = 1
      return summary(order, report)
    }
  },
  { beginsWorld: true },
)

function orderOf(args: string[], dataDir: string): ImportOrder {
  const { tenant, projects, mints, ledger, ...given } = readArguments(args, { usage, options }).values
  if (!tenant) throw new Refused(`--tenant is missing.\n\n${usage}`)
  if (!projects && !mints && !ledger) throw new Refused(`There is no file to load.\n\n${usage}`)
  if (Boolean(mints) !== Boolean(ledger)) {
    throw new Refused(`--mints and --ledger belong together: --${mints ? 'ledger' : 'mints'} is missing.\n\n${usage}`)
  }
  return {
    tenantId: tenant,
    files: { project: projects, mint: mints, block: ledger },
    dryRun: given['dry-run'] ?? false,
    setAsidePath: resolve(given['set-aside'] ?? join(dataDir, 'import', `${tenant}-set-aside.csv`)),
    today: new Date().toISOString().slice(0, 10),
  }
}

function summary(order: ImportOrder, report: ImportReport): string {
  const { project, mint, block } = report
  const verb = order.dryRun ? 'would be loaded' : 'loaded'
  const filledIn = order.dryRun ? 'would be filled in' : 'filled in'
  const line = (title: string, { rows, loaded, known, more, aside }: Tally) =>
    `${title.padEnd(10)}${grouped(rows)} rows: ${grouped(loaded)} ${verb}, ${grouped(known)} there before${more > 0 ? ` (${grouped(more)} of them ${filledIn})` : ''}, ${grouped(aside)} set aside`
  const changed = [project, mint, block].some(({ loaded, more }) => loaded + more > 0)
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
    `${process.uptime().toFixed(1)} s, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory at most`,
  ]
    .filter((text) => text !== '')
    .join('\n')
}
