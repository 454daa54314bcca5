/** The first is the fallback and the language of a registry's own words. */
export const languages = ['en', 'fr', 'sw'] as const
export type Language = (typeof languages)[number]

const [fallbackLanguage, ...otherLanguages] = languages

export const translations = otherLanguages
export type Translation = (typeof translations)[number]

export const registryWordNames = ['name', 'tagline', 'about', 'assetName', 'assetNamePlural', 'contactAddress'] as const

/** Returns the fallback for an unknown code. */
export function languageOf(text: string | undefined): Language {
  return languages.find((language) => language === text) ?? fallbackLanguage
}

/** Returns the first supported language in an `Accept-Language` or `ui_locales` list. */
export function languageIn(list: string | undefined): Language | null {
  for (const tag of (list ?? '').toLowerCase().split(/[\s,]+/)) {
    const language = languages.find((known) => known === tag.split(/[-;_]/)[0])
    if (language) return language
  }
  return null
}

export function byLanguage<Of extends Language, Value>(some: readonly Of[], valueIn: (language: Of) => Value) {
  return Object.fromEntries(some.map((language) => [language, valueIn(language)])) as Record<Of, Value>
}
