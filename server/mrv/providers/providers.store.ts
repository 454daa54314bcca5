import type { Sql } from '#server/infra/db/database.ts'
import type { Found, Part } from '#server/infra/db/pages.ts'
import { holds } from '#server/infra/db/search.ts'

export type ProviderKind = 'measurement provider' | 'verification provider'
export type ProviderRow = { accountId: string; name: string; country: string | null; sortValue: string }

/** Ordered by name. */
export async function providersBy(
  sql: Sql,
  tenantId: string,
  kind: ProviderKind,
  q: string | undefined,
  { after, limit }: Part,
): Promise<Found<ProviderRow>> {
  const from = sql`
    account a where a.tenant_id = ${tenantId} and a.kind = ${kind} and a.status = 'active'
      ${q ? sql`and (${holds(sql, sql`a.words`, q)} or a.id = ${q})` : sql``}`
  const rows = await sql<(ProviderRow & { total: number })[]>`
    select found.total, a."accountId", a.name, a.country, a."sortValue"
    from (select count(*)::int as total from ${from}) found
    left join lateral (
      select a.id as "accountId", a.name, a.country, lower(a.name) as "sortValue" from ${from}
        ${after ? sql`and (lower(a.name), a.id) > (${after.value}, ${after.id})` : sql``}
      order by lower(a.name), a.id limit ${limit}
    ) a on true
    order by a."sortValue", a."accountId"`
  return { rows: rows.filter((row) => row.accountId !== null), total: rows[0]?.total ?? 0 }
}

export async function isActiveProvider(sql: Sql, tenantId: string, id: string, kind: ProviderKind): Promise<boolean> {
  const rows = await sql`
    select from account where tenant_id = ${tenantId} and id = ${id} and kind = ${kind} and status = 'active'`
  return rows.length > 0
}
