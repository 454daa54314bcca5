import type { Fragment, Sql } from './database.ts'
import { containing } from './pages.ts'

/** The trigram index finds short words only at a word's start. */
const isShort = /^[\p{L}\p{M}\p{N}]{1,2}$/u

/**
 * SQL for whether `words` (filled by search_words() of migrations/current/search.sql) contains each word of `q`,
 * ignoring order, accents and case. The subselect normalises `q` once.
 */
export function holds(sql: Sql, words: Fragment, q: string): Fragment {
  const patterns = q
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (isShort.test(word) ? containing(` ${word}`) : containing(word)))
  return patterns.reduce((all, pattern) => sql`${all} and ${words} like (select plain(${pattern}))`, sql`true`)
}

/** A similar spelling, for when nothing matches exactly. */
function resembles(sql: Sql, words: Fragment, q: string): Fragment {
  return sql`(select plain(${q})) <% ${words}`
}

export function finds(sql: Sql, words: Fragment, q: string, isSimilar: boolean | undefined): Fragment {
  return isSimilar ? resembles(sql, words, q) : holds(sql, words, q)
}
