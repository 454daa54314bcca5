import type { Sql } from '#server/infra/db/database.ts'
import { counted, exactTotal, type Found, type Part } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'
import { vintageOf } from '#server/units/ledger/ranges.ts'
import type { MarketBalance } from '#shared/contract/market.ts'

/** `sortValue` is the project's place in the list. */
export type HeldAsset = Omit<MarketBalance, 'projectKey' | 'balance'> & {
  accountId: string
  balance: bigint
  sortValue: string
}

/** Assets with held units, locked ones included, by project name. */
export async function heldAssets(
  sql: Sql,
  tenantId: string,
  q: string,
  { after, limit, isSimilar }: Part,
): Promise<Found<HeldAsset>> {
  const isHeld = sql`s.tenant_id = ${tenantId} and s.project_id = p.id and s.issued > s.retired + s.cancelled`
  // Without a search: PostgreSQL expects that hardly any asset is held, and would join and sort all; `offset 0` hides
  // that condition.
  const held = sql`
    from project p, lateral (select * from asset s where ${isHeld} ${q ? sql`` : sql`offset 0`}) s
    where p.tenant_id = ${tenantId} and p.minted > 0
      ${q ? sql`and (${finds(sql, sql`p.words`, q, isSimilar)} or s.id = ${q})` : sql``}`
  const [projectId = '', assetId = ''] = after?.id.split('/') ?? []
  const total = q
    ? counted(sql, sql`select ${held}`)
    : sql`(select coalesce((select rows from tally where tenant_id = ${tenantId} and name = 'assets held'), 0))`
  const rows = await sql<(HeldAsset & { total: bigint })[]>`
    select found.total, h.*
    from (select ${total} as total) found
    left join lateral (
      select s.id as "assetId", p.id as "projectId", p.account_id as "accountId", p.name as "projectName",
        ${vintageOf(sql)} as vintage, (s.issued - s.retired - s.cancelled)::bigint as balance, left(p.words, 200) as "sortValue"
      ${held}
        ${after ? sql`and (left(p.words, 200), p.id, s.id) > (${after.value}, ${projectId}, ${assetId})` : sql``}
      order by left(p.words, 200), p.id, s.id limit ${limit}
    ) h on true
    order by h."sortValue", h."projectId", h."assetId"`
  return {
    rows: rows.filter((row) => row.assetId !== null),
    total: rows[0]?.total ?? 0n,
    ...(!q && { countedTo: exactTotal }),
  }
}
