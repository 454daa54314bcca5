import { type Wording, wordingIn } from '#server/infra/texts/texts.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { TextKey } from '#shared/rules/text-key.ts'
import { quoted } from '#shared/rules/writing.ts'

type Words = Readonly<Record<string, string | number>>

export type LetterWording = Omit<Wording, 't'> & {
  /** Quotes `words`, so that typed text makes no links or lines; `urls` are the registry's own. */
  translate(key: TextKey, words?: Words, urls?: Readonly<Record<string, string>>): string
}

export function letterWording(language: Language): LetterWording {
  const { t, ...wording } = wordingIn(language)
  return { ...wording, translate: (key, words = {}, urls = {}) => t(key, { ...allQuoted(words), ...urls }) }
}

function allQuoted(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, typeof word === 'string' ? quoted(word) : word]),
  )
}
