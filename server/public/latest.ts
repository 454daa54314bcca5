import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { readLatest } from '#shared/contract/latest.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { latestIssuances, latestRetirements } from './latest.store.ts'

const shown = 5

/** For the front page. */
export async function latest(deps: LookupDeps, tenantId: string): Promise<ReplyOf<typeof readLatest>> {
  await tenantOf(deps, tenantId)
  const [issuances, retirements] = await Promise.all([
    latestIssuances(deps.sql, tenantId, shown),
    latestRetirements(deps.sql, tenantId, shown),
  ])
  return {
    issuances: issuances.map(({ quantity, ...row }) => ({ ...row, quantity: toWire(quantity) })),
    retirements: retirements.map(({ quantity, ...row }) => ({ ...row, quantity: toWire(quantity) })),
  }
}
