const isShort = /^[\p{L}\p{M}\p{N}]{1,2}$/u
const edges = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

/** The words of a search text, without the marks around them. */
export function wordsOf(q: string): string[] {
  return q
    .split(/\s+/)
    .map((word) => word.replace(edges, ''))
    .filter((word) => word !== '')
}

/**
 * What a search looks for, of all of which it finds one spelling each: every word, a short one where a word begins, or the code
 * that the word is, alone or with its neighbour (`VM0015`, `vm-15`, `vm 15`), as search_codes() of
 * migrations/current/search_documents.sql writes it.
 */
export function termsOf(q: string): string[][] {
  const words = wordsOf(q)
  return words.map((word, at) => {
    const codes = [word, pairOf(words[at - 1], word), pairOf(word, words[at + 1])].flatMap(codeIn)
    return [isShort.test(word) ? ` ${word}` : word, ...codes]
  })
}

function pairOf(letters = '', digits = ''): string {
  return /^[a-z]+$/i.test(letters) && /^\d+$/.test(digits) ? letters + digits : ''
}

function codeIn(text: string): string[] {
  const found = /^([a-z]+)[-_]?0*([1-9]\d*)$/i.exec(text)
  return found ? [`#${found[1]}${found[2]}#`.toLowerCase()] : []
}

/**
 * Returns the word of the texts that a word was most likely meant to be; null if none is near: one letter wrong, missing, too many
 * or exchanged with its neighbour in each four. Numbers, and words of two letters, mean themselves.
 */
export function nearestWord(word: string, texts: readonly string[]): string | null {
  const sought = plain(word)
  if (!isSpelt(sought)) return null
  const most = Math.max(1, Math.floor(sought.length / 4))
  const known = new Set(texts.flatMap((text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []))
  const near = [...known]
    .filter((each) => isSpelt(each) && each !== sought && Math.abs(each.length - sought.length) <= most)
    .map((each) => ({ each, distance: distanceOf(sought, each) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance)
  return near[0]?.each ?? null
}

const isSpelt = (word: string) => /^\p{L}{3,}$/u.test(word)

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** How many letters are to be changed, added, taken out or exchanged with their neighbour (optimal string alignment). */
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
