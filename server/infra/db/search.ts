import type { Fragment, Sql } from './database.ts'
import type { Search } from './forgiving.ts'
import { containing } from './pages.ts'

/** SQL: `words` (filled by search_words() of migrations/current/search.sql) hold a spelling of each term. */
export function holdsAll(sql: Sql, words: Fragment, terms: Search['terms']): Fragment {
  // The subselect normalises a spelling once.
  const one = (term: readonly string[]) =>
    term
      .map((spelling) => sql`${words} like (select plain(${containing(spelling)}))`)
      .reduce((any, each) => sql`${any} or ${each}`)
  return terms.reduce((all, term) => sql`${all} and (${one(term)})`, sql`true`)
}

/** SQL: `words` match the search, and of a text without letters and digits, its marks. */
export function finds(sql: Sql, words: Fragment, { q, terms, isSimilar }: Search): Fragment {
  if (terms.length === 0) return holdsAll(sql, words, [[q]])
  return isSimilar ? sql`(select plain(${q})) <% ${words}` : holdsAll(sql, words, terms)
}

export type DocumentKind = 'project' | 'account' | 'methodology'

/**
 * SQL: `id` is of a thing of this kind that matches, by its search document or its whole id. Projects are also found by
 * proponent, methodology, country and codes.
 */
export const isFound = (sql: Sql, tenantId: string, kind: DocumentKind, id: Fragment, search: Search): Fragment => sql`
  ${id} in (
    select d.id from search_document d
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and ${finds(sql, sql`d.words`, search)}
    union all select ${search.q}::text)`
