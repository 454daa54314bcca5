import type { Database, Fragment, Sql } from '#server/infra/db/database.ts'
import { literal } from '#server/infra/db/database.ts'
import { containing } from '#server/infra/db/pages.ts'
import { isPublishedIn } from '#server/mrv/projects/published.ts'

/** Who searches: tenant admins find everything, others what is published and what their accounts take part in. */
export type Viewer = { isTenantAdmin: boolean; accountIds: readonly string[] }

/** A part of what is found: so many rows behind so many others. */
export type Slice = { from: number; limit: number }

export type HitRow = {
  id: string
  accountId: string
  title: string
  about: string
  country: string | null
  quantity: bigint | null
}

/** What a search looks at of each kind, so that a word of nearly everything costs no more than another. */
const mostLookedAt = 5_000

/** SQL for whether a column of words holds a spelling of each term. */
function holdsAll(sql: Sql, words: Fragment, terms: readonly string[][]): Fragment {
  const one = (term: string[]) =>
    term.reduce((any, each) => sql`${any} or ${words} like (select plain(${containing(each)}))`, sql`false`)
  return terms.reduce((all, term) => sql`${all} and (${one(term)})`, sql`true`)
}

/** SQL for whether a document `d` has one of the codes that the terms may be: `vm 15` is rather VM0015 than VM0007 of 2015. */
const isCoded = (sql: Sql, terms: readonly string[][]) =>
  terms
    .flatMap(([, ...codes]) => codes)
    .reduce((any, code) => sql`${any} or d.words like ${containing(code)}`, sql`false`)

/** The ids of what has such words, as the table `m`. */
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

/** Projects by what they are called, then by what they have issued. */
export async function projectsSought(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  terms: string[][],
  { from, limit }: Slice,
): Promise<HitRow[]> {
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'project', terms)}
    select p.id, p.account_id as "accountId", p.name as title, a.name as about, p.country, p.minted as quantity
    from m join project p on p.tenant_id = ${tenantId} and p.id = m.id
    join account a on a.tenant_id = p.tenant_id and a.id = p.account_id
    where ${seenProject(sql, viewer)}
    order by m.is_coded desc, ${holdsAll(sql, sql`p.words`, terms)} desc, p.minted desc, p.id limit ${limit} offset ${from}`
}

/** The accounts of published projects; every one for tenant admins. */
export async function accountsSought(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  terms: string[][],
  { from, limit }: Slice,
): Promise<HitRow[]> {
  const isShown = viewer.isTenantAdmin
    ? sql`true`
    : sql`exists (select from project p
        where p.tenant_id = a.tenant_id and p.account_id = a.id and ${isPublishedIn(sql, sql`p.status`)})`
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'account', terms)}
    select a.id, a.id as "accountId", a.name as title, '' as about, a.country, null::bigint as quantity
    from m join account a on a.tenant_id = ${tenantId} and a.id = m.id
    where ${isShown}
    order by a.name, a.id limit ${limit} offset ${from}`
}

/** Approved methodologies, also those that are no longer to be used, and what the viewer's accounts proposed. */
export async function methodologiesSought(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  terms: string[][],
  { from, limit }: Slice,
): Promise<HitRow[]> {
  const isShown = viewer.isTenantAdmin
    ? sql`true`
    : sql`(y.status in ('approved', 'deprecated') or y.account_id = any (${[...viewer.accountIds]}))`
  return sql<HitRow[]>`
    with ${matching(sql, tenantId, 'methodology', terms)}
    select y.id, coalesce(y.account_id, '') as "accountId", y.name as title, y.version as about, null as country,
      null::bigint as quantity
    from m join methodology y on y.tenant_id = ${tenantId} and y.id = m.id
    where ${isShown}
    order by m.is_coded desc, y.name, y.version desc, y.id limit ${limit} offset ${from}`
}

/** Those of the words that nothing in the tenant is spelt with. */
export async function unknownWords(sql: Sql, tenantId: string, words: readonly string[]): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    select w.word from unnest(${[...words]}::text[]) as w (word)
    where not exists (select from search_document d where d.tenant_id = ${tenantId} and d.words like '%' || plain(w.word) || '%')
      and not exists (select from claim c where c.tenant_id = ${tenantId} and c.words like '%' || plain(w.word) || '%')`
  return rows.map(({ word }) => word)
}

/**
 * Texts with words that resemble a word: those that hold the other terms, or where there are none of documents from a lesser likeness
 * on, as there are fewer of them than claims.
 */
export async function textsLike(
  sql: Database,
  tenantId: string,
  word: string,
  others: readonly string[][],
): Promise<string[]> {
  const sought = sql`(select plain(${word}))`
  if (others.length > 0) {
    const rows = await sql<{ words: string }[]>`
      select words from (
        (select d.words from search_document d where d.tenant_id = ${tenantId} and ${holdsAll(sql, sql`d.words`, others)}
          limit ${literal(mostLookedAt)})
        union
        (select c.words from claim c where c.tenant_id = ${tenantId} and ${holdsAll(sql, sql`c.words`, others)}
          limit ${literal(mostLookedAt)})
      ) held order by word_similarity(${sought}, words) desc limit 200`
    return rows.map(({ words }) => words)
  }
  const documents = await sql.begin(async (tx) => {
    await tx`select set_config('pg_trgm.word_similarity_threshold', '0.4', true)`
    return tx<{ words: string }[]>`
      select d.words from search_document d where d.tenant_id = ${tenantId} and ${sought} <% d.words
      order by word_similarity(${sought}, d.words) desc limit 200`
  })
  const claims = await sql<{ words: string }[]>`
    select distinct words from (
      select c.words from claim c where c.tenant_id = ${tenantId} and ${sought} <% c.words limit 500) like_it`
  return [...documents, ...claims].map(({ words }) => words)
}
