/** The languages of the product; English is the fallback. */
export const languages = ['en', 'fr', 'sw'] as const
export type Language = (typeof languages)[number]

/** The first language of ours in a list of tags as Accept-Language and `ui_locales` write them; the list's order decides. */
export function languageIn(list: string | undefined): Language | null {
  for (const tag of (list ?? '').toLowerCase().split(/[\s,]+/)) {
    const language = languages.find((known) => known === tag.split(/[-;_]/)[0])
    if (language) return language
  }
  return null
}
