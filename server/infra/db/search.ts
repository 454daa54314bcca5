import type { Fragment, Sql } from './database.ts'
import { containing } from './pages.ts'

/** The index is of three letters: it finds one or two only where a word begins. */
const isShort = /^[\p{L}\p{M}\p{N}]{1,2}$/u

/**
 * SQL for whether `words`, a column that search_words() of migrations/current/search.sql has filled, holds what somebody looks
 * for: each of its words, in any order, accents and capitals aside. What is sought is made plain once, not for every row.
 */
export function holds(sql: Sql, words: Fragment, q: string): Fragment {
  const patterns = q
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (isShort.test(word) ? containing(` ${word}`) : containing(word)))
  return patterns.reduce((all, pattern) => sql`${all} and ${words} like (select plain(${pattern}))`, sql`true`)
}

/** SQL for whether the column holds something spelt nearly like it: what is asked where nothing holds it. */
function resembles(sql: Sql, words: Fragment, q: string): Fragment {
  return sql`(select plain(${q})) <% ${words}`
}

/** The one or the other. */
export function finds(sql: Sql, words: Fragment, q: string, isSimilar: boolean | undefined): Fragment {
  return isSimilar ? resembles(sql, words, q) : holds(sql, words, q)
}
