import type { Sql } from '#server/infra/db/database.ts'
import { readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { isFound } from '#server/infra/db/search.ts'

export type ProviderKind = 'measurement provider' | 'verification provider'
export type ProviderRow = { accountId: string; name: string; country: string | null }

/** Ordered by name. */
export function providersBy(
  sql: Sql,
  tenantId: string,
  kind: ProviderKind,
  part: Part,
): Promise<Found<ProviderRow & Placed>> {
  const within = sql`
    a.tenant_id = ${tenantId} and a.kind = ${kind} and a.status = 'active'
    ${part.search ? sql`and ${isFound(sql, tenantId, 'account', sql`a.id`, part.search)}` : sql``}`
  const columns = sql`a.id as "accountId", a.name, a.country`
  const source: Source = { from: sql`account a`, within, columns, key: [sql`lower(a.name)`, sql`a.id`] }
  return readList(sql, { sources: [source], order: {} }, part)
}

export async function isActiveProvider(sql: Sql, tenantId: string, id: string, kind: ProviderKind): Promise<boolean> {
  const rows = await sql`
    select from account where tenant_id = ${tenantId} and id = ${id} and kind = ${kind} and status = 'active'`
  return rows.length > 0
}
