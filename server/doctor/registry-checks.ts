import { figuresOf } from '#server/app/figures.store.ts'
import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { tenantRecords } from '#server/people/tenants/administering.ts'
import { atLength, ledgerFaults, ledgerTimeoutMs, storedSumFaults } from '#server/units/ledger/faults.ts'
import { parkedByTenant } from '#server/units/settlement/settlement.store.ts'
import { type Check, type Finding, ok, warning, wrong } from './finding.ts'

type Deps = { sql: Database; config: Config }

const lateS = { settlement: 30 * 60, reconciliation: 60 * 60 }

export function registryChecks(deps: Deps): Check[] {
  return [
    { subject: 'tenants', look: () => tenants(deps) },
    { subject: 'settlement', look: () => settlement(deps) },
    { subject: 'ledger', look: () => ledger(deps), timeoutMs: ledgerTimeoutMs },
    { subject: 'kept sums', look: () => storedSums(deps), timeoutMs: ledgerTimeoutMs },
  ]
}

async function tenants({ sql, config }: Deps): Promise<Finding[]> {
  const records = await tenantRecords(sql)
  const homeless = records.filter(
    ({ id, hosts, status }) => id !== config.TENANT_ID && status === 'active' && hosts.length === 0,
  )
  return [
    ...homeless.map(({ id }) =>
      warning(`${id} has no host name, so it has no site`, `npm run tenant -- set ${id} --add-host HOST`),
    ),
    ok(`there are ${records.length}`),
  ]
}

async function settlement({ sql }: Deps): Promise<Finding[]> {
  const parked = await parkedByTenant(sql)
  const findings = parked.map(({ tenantId, count, first, reason }) =>
    wrong(
      `${count} movements of ${tenantId} are parked, the first of them ${first}: ${reason}`,
      `mend that, then npm run tenant -- retry ${tenantId}`,
    ),
  )
  const now = await figuresOf(sql)()
  if (!now) return [...findings, wrong('how far it is cannot be read', 'see whether the database is overloaded')]
  if (now.tenantsDisagreeing > 0) {
    findings.push(
      wrong(`ledger and chain disagree in ${now.tenantsDisagreeing} tenants`, 'see docs/operations.md, Settlement'),
    )
  }
  const minutes = (seconds: number) => `${Math.round(seconds / 60)} minutes`
  if (now.oldestSeconds > lateS.settlement) {
    findings.push(
      warning(`a movement waits for the chain since ${minutes(now.oldestSeconds)}`, 'see whether the registry runs'),
    )
  }
  if (now.reconciliationAgeSeconds > lateS.reconciliation) {
    findings.push(
      warning(
        `ledger and chain were compared ${minutes(now.reconciliationAgeSeconds)} ago`,
        'see whether the registry runs',
      ),
    )
  }
  return findings.length > 0
    ? findings
    : [ok(`${now.recorded + now.submitted} movements are on their way, none is parked`)]
}

async function ledger({ sql }: Deps): Promise<Finding[]> {
  const faults = await atLength(sql, ledgerFaults)
  if (faults.length === 0) return [ok('every tenant’s agrees with itself')]
  return faults.map(({ tenantId, fault }) => wrong(`${tenantId}: ${fault}`, 'stop the registry and restore a backup'))
}

async function storedSums({ sql }: Deps): Promise<Finding[]> {
  const faults = await atLength(sql, storedSumFaults)
  if (faults.length === 0) return [ok('they are what the ledgers add up to')]
  return faults.map(({ tenantId, fault }) =>
    wrong(`${tenantId}: ${fault}`, 'nobody’s units are touched; see docs/operations.md, Kept sums'),
  )
}
