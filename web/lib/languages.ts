/** The languages of the interface; English is the fallback. */
export const languages = ['en', 'fr', 'sw'] as const
export type Language = (typeof languages)[number]

/** A language of ours, or English. */
export function languageOf(text: string | undefined): Language {
  return languages.find((language) => language === text) ?? 'en'
}
