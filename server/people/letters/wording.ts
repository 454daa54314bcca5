import { type TextKey, type Wording, wordingIn } from '#server/infra/texts/texts.ts'
import type { Language } from '#shared/rules/languages.ts'
import { quoted } from '#shared/rules/writing.ts'

type Words = Readonly<Record<string, string | number>>

/** The texts of letters, which quote whatever is put into them. */
export type LetterWording = Omit<Wording, 't'> & {
  /** Returns a text with `words` quoted, so that nothing that somebody typed is a link, a line of its own or long; `urls` are the registry's own. */
  say(key: TextKey, words?: Words, urls?: Readonly<Record<string, string>>): string
}

/** The one way to the texts of letters that go out behind the writes. */
export function letterWording(language: Language): LetterWording {
  const { t, ...wording } = wordingIn(language)
  return { ...wording, say: (key, words = {}, urls = {}) => t(key, { ...allQuoted(words), ...urls }) }
}

function allQuoted(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, typeof word === 'string' ? quoted(word) : word]),
  )
}
