import { type Page, pageOf, pageSize, placeOf } from '#server/db/pages.ts'
import type { Deps } from '#server/deps.ts'
import type { Call } from '#server/http/serve.ts'
import { heldProjects } from '#server/projects/projects.ts'
import { tenantOf } from '#server/tenants/tenants.ts'
import type { listMarketBalances, listMarketProjects, MarketBalance, MarketProject } from '#shared/contract/market.ts'
import { Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type HeldAsset, heldAssets } from './market.store.ts'

/** The projects of the caller's tenant of which units could be offered; `not_found` while its market is off. */
export async function projectsOnOffer(
  deps: Deps,
  actor: Actor,
  { tenantId, ...list }: Call<typeof listMarketProjects>['query'],
): Promise<Page<MarketProject>> {
  if (tenantId !== actor.tenantId) throw noMarket()
  await requireMarket(deps, actor)
  return heldProjects(deps, tenantId, list)
}

/** What is held in the caller's tenant, by asset; `not_found` while its market is off. */
export async function balancesOnOffer(
  deps: Deps,
  actor: Actor,
  query: Call<typeof listMarketBalances>['query'],
): Promise<Page<MarketBalance>> {
  await requireMarket(deps, actor)
  const limit = pageSize(query.limit)
  const { rows, total } = await heldAssets(deps.sql, actor.tenantId, query.q ?? '', placeOf(query.cursor), limit)
  return pageOf(
    rows,
    limit,
    total,
    (row) => balanceOf(actor.tenantId, row),
    (row) => ({ value: row.projectName, id: row.assetId }),
  )
}

async function requireMarket(deps: Deps, actor: Actor): Promise<void> {
  const tenant = await tenantOf(deps, actor.tenantId)
  if (!tenant.enableMarketplace) throw noMarket()
}

function noMarket(): Failure {
  return new Failure('not_found', 'This registry has no market.')
}

function balanceOf(tenantId: string, { accountId, balance, ...row }: HeldAsset): MarketBalance {
  const projectKey = formatProjectKey({ tenantId, accountId, projectId: row.projectId })
  return { ...row, projectKey, balance: toWire(balance) }
}
