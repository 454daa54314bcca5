/** The languages of the product; the first is the fallback, and the one of a registry's own words. */
export const languages = ['en', 'fr', 'sw'] as const
export type Language = (typeof languages)[number]

const [fallbackLanguage, ...otherLanguages] = languages

/** The languages in which a registry may have words beside its own. */
export const translations = otherLanguages
export type Translation = (typeof translations)[number]

/** A language of ours, or the fallback. */
export function languageOf(text: string | undefined): Language {
  return languages.find((language) => language === text) ?? fallbackLanguage
}

/** The first language of ours in a list of tags as Accept-Language and `ui_locales` write them; the list's order decides. */
export function languageIn(list: string | undefined): Language | null {
  for (const tag of (list ?? '').toLowerCase().split(/[\s,]+/)) {
    const language = languages.find((known) => known === tag.split(/[-;_]/)[0])
    if (language) return language
  }
  return null
}

/** One value for each of some languages. */
export function byLanguage<Of extends Language, Value>(some: readonly Of[], valueIn: (language: Of) => Value) {
  return Object.fromEntries(some.map((language) => [language, valueIn(language)])) as Record<Of, Value>
}
