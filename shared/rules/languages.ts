/** The languages of the product; the first is the fallback, and the one of a registry's own words. */
export const languages = ['en', 'fr', 'sw'] as const
export type Language = (typeof languages)[number]

const [fallbackLanguage, ...otherLanguages] = languages

/** The languages into which a registry may translate its words. */
export const translations = otherLanguages
export type Translation = (typeof translations)[number]

/** What a registry calls itself and its units; each word may be translated. */
export const registryWordNames = ['name', 'tagline', 'about', 'assetName', 'assetNamePlural', 'contactAddress'] as const

/** Returns the language with this code, or the fallback if it is not one of ours. */
export function languageOf(text: string | undefined): Language {
  return languages.find((language) => language === text) ?? fallbackLanguage
}

/** Returns the first of our languages in a list of tags, as in `Accept-Language` and `ui_locales`; null if there is none. */
export function languageIn(list: string | undefined): Language | null {
  for (const tag of (list ?? '').toLowerCase().split(/[\s,]+/)) {
    const language = languages.find((known) => known === tag.split(/[-;_]/)[0])
    if (language) return language
  }
  return null
}

/** Returns an object with one value for each of the languages. */
export function byLanguage<Of extends Language, Value>(some: readonly Of[], valueIn: (language: Of) => Value) {
  return Object.fromEntries(some.map((language) => [language, valueIn(language)])) as Record<Of, Value>
}
