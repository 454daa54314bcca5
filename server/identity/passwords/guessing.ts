import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Passwords that can be guessed in fewer tries are refused. */
const minGuesses = 1e8
/** Shorter words occur in too many others. */
const minWordLength = 3

let loading: Promise<ZxcvbnFactory> | null = null

/** Checks common passwords and words, repeats, sequences, keyboard rows, dates and `words`, in up to some 100 ms. */
export async function isCommon(password: string, words: readonly string[]): Promise<boolean> {
  loading ??= loadJudge()
  const judge = await loading
  return judge.check(password, [...words]).guesses < minGuesses
}

/** Lazy, because the lists take some 40 MB. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

export function wordsIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => plain(text).split(/[^\p{L}\p{M}\p{N}]+/u))
  return [...new Set(words)].filter((word) => [...word].length >= minWordLength)
}

/** Whether `words` make up half of the password or more. */
export function consistsOf(password: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), plain(password))
  return rest.length <= plain(password).length / 2
}

/** In one form, whatever keyboard and case. */
export function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
