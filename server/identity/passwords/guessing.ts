import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** A password that a guesser who knows the usual ones finds with fewer tries than this is refused. */
const minGuesses = 1e8
/** Shorter words stand in too many others. */
const minWordLength = 3

let loading: Promise<ZxcvbnFactory> | null = null

/**
 * Whether somebody who knows what people choose would soon find a password: lists of common passwords and words, repeats, rows of
 * letters or keys, dates, and the words given. Up to some 100 ms of work.
 */
export async function isCommon(password: string, words: readonly string[]): Promise<boolean> {
  loading ??= loadJudge()
  const judge = await loading
  return judge.check(password, [...words]).guesses < minGuesses
}

/** Loaded when the first password is chosen: the lists take some 40 MB. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/** The words of texts that say whose password it is: a name, an address. */
export function wordsIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => plain(text).split(/[^\p{L}\p{M}\p{N}]+/u))
  return [...new Set(words)].filter((word) => [...word].length >= minWordLength)
}

/** Whether these words make up half of a password or more. */
export function consistsOf(password: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), plain(password))
  return rest.length <= plain(password).length / 2
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
