/** The languages of the product; English is the fallback. */
export const languages = ['en', 'fr', 'sw'] as const
export type Language = (typeof languages)[number]

/** The first language of ours in a list of tags as Accept-Language writes it; English where there is none. */
export function languageIn(list: string | undefined): Language {
  for (const tag of (list ?? '').toLowerCase().split(/[\s,]+/)) {
    const language = languages.find((known) => known === tag.split(/[-;]/)[0])
    if (language) return language
  }
  return 'en'
}
