import { termsOf } from './search-terms.ts'

/** How a list reads a search text: by its words and codes, or by similar spellings. */
export type Search = { q: string; terms: readonly (readonly string[])[]; isSimilar: boolean }

/** How a search was read that found nothing as typed. */
export type Forgiven = { corrected?: string; isSimilar?: true }

/** Returns the text with its misspelt words corrected, or null. */
export type Correct = (q: string) => Promise<string | null>

export const exactly = (q: string): Search => ({ q, terms: termsOf(q), isSimilar: false })

/**
 * Reads with the words of `q`; while that finds nothing, with its corrected words, then with similar spellings. Texts
 * with digits are codes, which resemble nothing.
 */
export async function forgiving<Found>(
  q: string | undefined,
  correct: Correct | undefined,
  { read, isEmpty }: { read: (search: Search | null) => Promise<Found>; isEmpty: (found: Found) => boolean },
): Promise<{ found: Found; forgiven: Forgiven }> {
  const exact = await read(q ? exactly(q) : null)
  if (!q || !isEmpty(exact)) return { found: exact, forgiven: {} }
  const corrected = (await correct?.(q)) ?? null
  if (corrected !== null) {
    const found = await read(exactly(corrected))
    if (!isEmpty(found)) return { found, forgiven: { corrected, isSimilar: true } }
  }
  if (/\d/.test(q)) return { found: exact, forgiven: {} }
  const similar = await read({ ...exactly(q), isSimilar: true })
  return isEmpty(similar) ? { found: exact, forgiven: {} } : { found: similar, forgiven: { isSimilar: true } }
}
