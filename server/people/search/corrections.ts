import type { Database, Sql } from '#server/infra/db/database.ts'
import { exactly } from '#server/infra/db/forgiving.ts'
import { isShort, mayBeMisspelt, mostWrong, wordsNear, wordsOf } from '#server/infra/db/search-terms.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { nearestHeld, unknownWords, wordsLike } from './corrections.store.ts'
import type { Viewer } from './seen.ts'

/** Corrections tried per word. */
const mostTried = 8
const anybody: Viewer = { isTenantAdmin: false, accountIds: [] }

/** In another registry, everybody is a visitor. */
export const viewerIn = (actor: Actor, tenantId: string): Viewer => (tenantId === actor.tenantId ? actor : anybody)

/** For the lists of a registry. A list that is read in a transaction gives this one: a second connection may be none. */
export const corrector = (sql: Sql | Database, actor: Actor, tenantId: string) => (q: string) =>
  corrected(sql, tenantId, viewerIn(actor, tenantId), q)

/**
 * Replaces unknown words by the nearest ones that occur with the others; if all are known, replaces the first possible
 * word. Null without a correction.
 */
export async function corrected(
  sql: Sql | Database,
  tenantId: string,
  viewer: Viewer,
  q: string,
): Promise<string | null> {
  const words = wordsOf(q)
  if (words.length > limits.wordsCorrected) return null
  const nearest = async (word: string, others: readonly string[]) => {
    const known = await wordsLike(sql, tenantId, { word, mostWrong: mostWrong(word) })
    const near = wordsNear(word, known).slice(0, mostTried)
    return near.length === 0 ? null : nearestHeld(sql, tenantId, viewer, near, exactly(others.join(' ')).terms)
  }
  // Nearly every text contains short words.
  const long = words.filter((word) => !isShort(word))
  const unknown = await unknownWords(sql, tenantId, viewer, long)
  if (!unknown.every(mayBeMisspelt)) return null
  const known = words.filter((word) => !unknown.includes(word))
  const corrections = new Map<string, string>()
  for (const word of unknown) {
    const instead = await nearest(word, known)
    if (instead === null) return null
    corrections.set(word, instead)
  }
  for (const word of unknown.length === 0 && words.length > 1 ? words.filter(mayBeMisspelt) : []) {
    const others = words.filter((other) => other !== word)
    const instead = await nearest(word, others)
    if (instead !== null) return words.map((each) => (each === word ? instead : each)).join(' ')
  }
  return corrections.size > 0 ? words.map((word) => corrections.get(word) ?? word).join(' ') : null
}
