import type { Sql } from '#server/infra/db/database.ts'
import { readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { vintageOf } from '#server/units/ledger/ranges.ts'
import { isProjectFound } from '#server/units/project-search.store.ts'
import type { MarketBalance } from '#shared/contract/market.ts'

export type HeldAsset = Omit<MarketBalance, 'projectKey' | 'balance'> & { accountId: string; balance: bigint }

/** Assets with held units, locked ones included, by project name. */
export function heldAssets(sql: Sql, tenantId: string, part: Part): Promise<Found<HeldAsset & Placed>> {
  const { search } = part
  const isHeld = sql`s.tenant_id = ${tenantId} and s.project_id = p.id and s.issued > s.retired + s.cancelled`
  // Without a search: PostgreSQL expects that hardly any asset is held, and would join and sort all; `offset 0` hides
  // that condition.
  const from = sql`project p, lateral (select * from asset s where ${isHeld} ${search ? sql`` : sql`offset 0`}) s`
  const within = sql`
    p.tenant_id = ${tenantId} and p.minted > 0
    ${search ? sql`and (${isProjectFound(sql, tenantId, sql`p.id`, search)} or s.id = ${search.q})` : sql``}`
  const total = sql`
    (select coalesce((select rows from tally where tenant_id = ${tenantId} and name = 'assets held'), 0))`
  const columns = sql`
    s.id as "assetId", p.id as "projectId", p.account_id as "accountId", p.name as "projectName",
    ${vintageOf(sql)} as vintage, (s.issued - s.retired - s.cancelled)::bigint as balance`
  const source: Source = { from, within, columns, key: [sql`left(p.words, 200)`, sql`p.id`, sql`s.id`] }
  return readList(sql, { sources: [source], order: {}, ...(!search && { total }) }, part)
}
