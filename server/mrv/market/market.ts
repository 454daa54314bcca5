import { type Page, pageOf } from '#server/infra/db/pages.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listMarketBalances, MarketBalance } from '#shared/contract/market.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type HeldAsset, heldAssets } from './market.store.ts'

/** Held units in the caller's tenant, by asset; `not_found` while its market is off. */
export async function balancesOnOffer(
  deps: LookupDeps,
  actor: Actor,
  query: ValidQueryOf<typeof listMarketBalances>,
): Promise<Page<MarketBalance>> {
  await requireMarket(deps, actor, actor.tenantId)
  return pageOf(query, {
    correct: corrector(deps.sql, actor, actor.tenantId),
    read: (part) => heldAssets(deps.sql, actor.tenantId, part),
    itemOf: (row) => balanceOf(actor.tenantId, row),
  })
}

/** Fails with `not_found` for another tenant, or while the market is off. */
export async function requireMarket(deps: LookupDeps, actor: Actor, tenantId: string): Promise<void> {
  if (tenantId === actor.tenantId && (await tenantOf(deps, tenantId)).enableMarketplace) return
  throw new Failure('not_found', 'This registry has no market.', because('noSuch.market'))
}

function balanceOf(tenantId: string, { accountId, balance, ...row }: HeldAsset): MarketBalance {
  const { assetId, projectId, projectName, vintage } = row
  const projectKey = formatProjectKey({ tenantId, accountId, projectId })
  return { assetId, projectId, projectName, vintage, projectKey, balance: toWire(balance) }
}
