import i18next, { type TFunction } from 'i18next'
import en from '#shared/texts/en.json' with { type: 'json' }
import fr from '#shared/texts/fr.json' with { type: 'json' }
import sw from '#shared/texts/sw.json' with { type: 'json' }
import { type DocumentLanguage, inWords } from './words.ts'

/** Texts, figures, days and countries as a language writes them. Days and times are UTC, whatever the server's zone. */
export type Wording = {
  language: DocumentLanguage
  t: TFunction
  figures(quantity: number): string
  words(quantity: number): string
  /** A day from `2026-03-04` or an ISO time. */
  day(iso: string): string
  period(period: { start: string; end: string }): string
  /** The time of day to the second, from an ISO time. */
  clock(iso: string): string
  country(code: string): string
}

const texts = i18next.createInstance({
  resources: { en: { translation: en }, fr: { translation: fr }, sw: { translation: sw } },
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
  initAsync: false,
})
void texts.init()

/** Documents go around the world: English days are written day, month, year. */
const locales: Record<DocumentLanguage, string> = { en: 'en-GB', fr: 'fr', sw: 'sw' }

const made = new Map<DocumentLanguage, Wording>()

export function wordingIn(language: DocumentLanguage): Wording {
  const known = made.get(language) ?? makeWording(language)
  made.set(language, known)
  return known
}

function makeWording(language: DocumentLanguage): Wording {
  const locale = locales[language]
  const number = new Intl.NumberFormat(language)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' })
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return {
    language,
    t: texts.getFixedT(language),
    figures: (quantity) => number.format(quantity),
    words: (quantity) => inWords(quantity, language),
    day: (iso) => day.format(new Date(iso)),
    period: ({ start, end }) => day.formatRange(new Date(start), new Date(end)),
    clock: (iso) => `${clock.format(new Date(iso))} UTC`,
    country: (code) => countries.of(code) ?? code,
  }
}
