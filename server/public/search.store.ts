import type { Database, Fragment, Sql } from '#server/infra/db/database.ts'
import { literal } from '#server/infra/db/database.ts'
import { containing } from '#server/infra/db/pages.ts'
import { isPublishedIn } from '#server/mrv/projects/published.ts'

export type Viewer = { isTenantAdmin: boolean; accountIds: readonly string[] }

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

/** SQL: the column contains a spelling of each term. */
function holdsAll(sql: Sql, words: Fragment, terms: readonly string[][]): Fragment {
  const one = (term: string[]) =>
    term.reduce((any, each) => sql`${any} or ${words} like (select plain(${containing(each)}))`, sql`false`)
  return terms.reduce((all, term) => sql`${all} and (${one(term)})`, sql`true`)
}

/** SQL: document `d` contains a code from the terms: `vm 15` prefers VM0015 to VM0007 of 2015. */
const isCoded = (sql: Sql, terms: readonly string[][]) =>
  terms
    .flatMap(([, ...codes]) => codes)
    .reduce((any, code) => sql`${any} or d.words like ${containing(code)}`, sql`false`)

const matching = (sql: Sql, tenantId: string, kind: 'project' | 'account' | 'methodology', terms: string[][]) => sql`
  m as materialized (
    select d.id, ${isCoded(sql, terms)} as is_coded from search_document d
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and ${holdsAll(sql, sql`d.words`, terms)}
    limit ${literal(mostLookedAt)})`

const seenProject = (sql: Sql, viewer: Viewer) => {
  const accountIds = [...viewer.accountIds]
  return viewer.isTenantAdmin
    ? sql`true`
    : sql`(${isPublishedIn(sql, sql`p.status`)} or p.account_id = any (${accountIds})
        or p.measurement_provider_id = any (${accountIds}) or p.verification_provider_id = any (${accountIds}))`
}

/** `offset 0` makes PostgreSQL check accounts only until the limit. */
const seenAccount = (sql: Sql, tenantId: string, viewer: Viewer) =>
  viewer.isTenantAdmin
    ? sql`true`
    : sql`exists (select from project p
        where p.tenant_id = ${tenantId} and p.account_id = a.id and ${isPublishedIn(sql, sql`p.status`)} offset 0)`

const seenMethodology = (sql: Sql, viewer: Viewer) =>
  viewer.isTenantAdmin
    ? sql`true`
    : sql`(y.status in ('approved', 'deprecated') or y.account_id = any (${[...viewer.accountIds]}))`

/** SQL: the viewer may see what document `d` describes; words of hidden items stay unknown. */
const isSeen = (sql: Sql, tenantId: string, viewer: Viewer) =>
  viewer.isTenantAdmin
    ? sql`true`
    : sql`case d.kind
        when 'project' then exists (
          select from project p where p.tenant_id = ${tenantId} and p.id = d.id and ${seenProject(sql, viewer)})
        when 'account' then exists (
          select from account a where a.tenant_id = ${tenantId} and a.id = d.id and ${seenAccount(sql, tenantId, viewer)})
        else exists (
          select from methodology y where y.tenant_id = ${tenantId} and y.id = d.id and ${seenMethodology(sql, viewer)}) end`

/** Order: matching codes, issued projects, matching names, issued quantity. */
export async function projectsMatching(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  terms: string[][],
  { from, limit }: Slice,
): Promise<HitRow[]> {
  const inOrder = sql`order by is_coded desc, p.minted > 0 desc, is_called_so desc, p.minted desc, p.id`
  // Thousands may match: limit before the join.
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'project', terms)},
    page as materialized (
      select p.id, p.account_id, p.name, p.country, p.minted, m.is_coded, ${holdsAll(sql, sql`p.words`, terms)} as is_called_so
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
  terms: string[][],
  { from, limit }: Slice,
): Promise<HitRow[]> {
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'account', terms)},
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
  terms: string[][],
  { from, limit }: Slice,
): Promise<HitRow[]> {
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'methodology', terms)}
    select y.id, coalesce(y.account_id, '') as "accountId", y.name as title, y.version as about, null as country,
      null::bigint as quantity
    from m join methodology y on y.tenant_id = ${tenantId} and y.id = m.id
    where ${seenMethodology(sql, viewer)}
    order by m.is_coded desc, y.name, y.version desc, y.id limit ${limit} offset ${from}`
}

/** Words that no text visible to the viewer contains. */
export async function unknownWords(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  words: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    select w.word from unnest(${[...words]}::text[]) as w (word)
    where not exists (
        select from search_document d
        where d.tenant_id = ${tenantId} and d.words like '%' || plain(w.word) || '%' and ${isSeen(sql, tenantId, viewer)})
      and not exists (select from claim c where c.tenant_id = ${tenantId} and c.words like '%' || plain(w.word) || '%')`
  return rows.map(({ word }) => word)
}

/** pg_trgm similarity (0 to 1) after a swap of two letters in a four-letter word. */
const leastLike = 0.1
const mostLike = 500

/** Most similar first. `mostWrong`: maximum length difference. */
export async function wordsLike(
  sql: Database,
  tenantId: string,
  { word, mostWrong }: { word: string; mostWrong: number },
): Promise<string[]> {
  return sql.begin(async (tx) => {
    await tx`select set_config('pg_trgm.similarity_threshold', ${String(leastLike)}, true)`
    const rows = await tx<{ word: string }[]>`
      select k.word from search_word k
      where k.tenant_id = ${tenantId} and k.word % (select plain(${word}))
        and abs(length(k.word) - (select length(plain(${word})))) <= ${mostWrong}
      group by k.word order by similarity(k.word, (select plain(${word}))) desc, k.word limit ${literal(mostLike)}`
    return rows.map((row) => row.word)
  })
}

/** Above this count, words are equally common. */
const mostCounted = 1_000

/** The nearest word that the viewer finds together with all terms; among equals, the most frequent. Null if none. */
export async function nearestHeld(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  words: readonly { word: string; distance: number }[],
  terms: readonly string[][],
): Promise<string | null> {
  // With `limit 1`, PostgreSQL scans text by text.
  const held = (table: Fragment, isFound: Fragment) => sql`(
    with held as materialized (
      select true from ${table} d
      where d.tenant_id = ${tenantId} and d.words like '%' || w.word || '%' and ${holdsAll(sql, sql`d.words`, terms)}
        and ${isFound}
      limit ${literal(mostCounted)}
    )
    select count(*) from held)`
  const [nearest] = await sql<{ word: string }[]>`
    select w.word
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ distance }) => distance)}::int[]) w (word, distance),
      lateral (
        select ${held(sql`search_document`, isSeen(sql, tenantId, viewer))} + ${held(sql`claim`, sql`true`)} as texts offset 0
      ) counted
    where texts > 0
    order by w.distance, texts desc, w.word limit 1`
  return nearest?.word ?? null
}
