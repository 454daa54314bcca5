import type { Sql } from '#server/infra/db/database.ts'
import { literal } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { containing } from '#server/infra/db/pages.ts'
import { type DocumentKind, finds } from '#server/infra/db/search.ts'
import { seenAccount, seenMethodology, seenProject, type Viewer } from '#server/people/search/seen.ts'

export type Slice = { from: number; limit: number }

export type HitRow = {
  id: string
  accountId: string
  title: string
  about: string
  country: string | null
  quantity: bigint | null
}

/** Maximum matches per kind, so that common words stay fast. */
const mostLookedAt = 5_000

/** SQL: document `d` contains a code from the terms: `vm 15` prefers VM0015 to VM0007 of 2015. */
const isCoded = (sql: Sql, { terms }: Search) =>
  terms
    .flatMap(([, ...codes]) => codes)
    .reduce((any, code) => sql`${any} or d.words like ${containing(code)}`, sql`false`)

const matching = (sql: Sql, tenantId: string, kind: DocumentKind, search: Search) => sql`
  m as materialized (
    select d.id, ${isCoded(sql, search)} as is_coded from search_document d
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and ${finds(sql, sql`d.words`, search)}
    limit ${literal(mostLookedAt)})`

/** Order: matching codes, issued projects, matching names, issued quantity. */
export async function projectsMatching(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  search: Search,
  { from, limit }: Slice,
): Promise<HitRow[]> {
  const inOrder = sql`order by is_coded desc, p.minted > 0 desc, is_called_so desc, p.minted desc, p.id`
  // Thousands may match: limit before the join.
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'project', search)},
    page as materialized (
      select p.id, p.account_id, p.name, p.country, p.minted, m.is_coded, ${finds(sql, sql`p.words`, search)} as is_called_so
      from m join project p on p.tenant_id = ${tenantId} and p.id = m.id
      where ${seenProject(sql, viewer)}
      ${inOrder} limit ${limit} offset ${from}
    )
    select p.id, p.account_id as "accountId", p.name as title, a.name as about, p.country, p.minted as quantity
    from page p join account a on a.tenant_id = ${tenantId} and a.id = p.account_id
    ${inOrder}`
}

/** Tenant admins find accounts without published projects too. */
export async function accountsMatching(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  search: Search,
  { from, limit }: Slice,
): Promise<HitRow[]> {
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'account', search)},
    named as materialized (
      select a.id, a.name, a.country from m join account a on a.tenant_id = ${tenantId} and a.id = m.id order by a.name, a.id
    )
    select a.id, a.id as "accountId", a.name as title, '' as about, a.country, null::bigint as quantity
    from named a
    where ${seenAccount(sql, tenantId, viewer)}
    order by a.name, a.id limit ${limit} offset ${from}`
}

export async function methodologiesMatching(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  search: Search,
  { from, limit }: Slice,
): Promise<HitRow[]> {
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'methodology', search)}
    select y.id, coalesce(y.account_id, '') as "accountId", y.name as title, y.version as about, null as country,
      null::bigint as quantity
    from m join methodology y on y.tenant_id = ${tenantId} and y.id = m.id
    where ${seenMethodology(sql, viewer)}
    order by m.is_coded desc, y.name, y.version desc, y.id limit ${limit} offset ${from}`
}
