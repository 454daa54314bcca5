/** A trigram index finds one or two letters only at the start of a word. */
export const isShort = (word: string) => /^[\p{L}\p{M}\p{N}]{1,2}$/u.test(word)
const edges = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

/** Without punctuation around words. */
export function wordsOf(q: string): string[] {
  return q
    .split(/\s+/)
    .map((word) => word.replace(edges, ''))
    .filter((word) => word !== '')
}

/**
 * Alternatives for each word: the word, and codes of it and its neighbours (`VM0015`, `vm-15`, `vm 15`), as in
 * search_codes() of migrations/current/search_documents.sql.
 */
export function termsOf(q: string): string[][] {
  const words = wordsOf(q)
  return words.map((word, at) => {
    const codes = [word, pairOf(words[at - 1], word), pairOf(word, words[at + 1])].flatMap(codeIn)
    return [isShort(word) ? ` ${word}` : word, ...codes]
  })
}

function pairOf(letters = '', digits = ''): string {
  return /^[a-z]+$/i.test(letters) && /^\d+$/.test(digits) ? letters + digits : ''
}

function codeIn(text: string): string[] {
  const found = /^([a-z]+)[-_]?0*([1-9]\d*)$/i.exec(text)
  return found ? [`#${found[1]}${found[2]}#`.toLowerCase()] : []
}

/** Maximum number of wrong letters: a quarter of the word. */
export const mostWrong = (word: string) => Math.max(1, Math.floor(plain(word).length / 4))

/** The known words that `word` may mean, nearest first. `distance`: wrong letters. */
export function wordsNear(word: string, known: readonly string[]): { word: string; distance: number }[] {
  const searched = plain(word)
  if (!isSpelt(searched)) return []
  return known
    .filter((each) => each !== searched && Math.abs(each.length - searched.length) <= mostWrong(word))
    .map((each) => ({ word: each, distance: distanceOf(searched, each) }))
    .filter(({ distance }) => distance <= mostWrong(word))
    .sort((one, other) => one.distance - other.distance)
}

const isSpelt = (word: string) => /^\p{L}{3,}$/u.test(word)

/** False for numbers, codes and words of two letters. */
export function mayBeMisspelt(word: string): boolean {
  return isSpelt(plain(word))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Changed, added, removed or swapped letters (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1, ...(isSwapped ? [before[j - 2]! + 1] : [])))
    }
    before = row
    row = next
  }
  return row[other.length]!
}
