import { type Language, languages } from '#shared/rules/languages.ts'

export { type Language, languages }

/** A language of ours, or English. */
export function languageOf(text: string | undefined): Language {
  return languages.find((language) => language === text) ?? 'en'
}
