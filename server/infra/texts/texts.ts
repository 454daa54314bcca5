import i18next from 'i18next'
import type { Language } from '#shared/rules/languages.ts'
import { withOrdinal } from '#shared/rules/ordinal-day.ts'
import type { TextKey } from '#shared/rules/text-key.ts'
import en from '#shared/texts/en.json' with { type: 'json' }
import firstEn from '#shared/texts/first/en.json' with { type: 'json' }
import firstFr from '#shared/texts/first/fr.json' with { type: 'json' }
import firstSw from '#shared/texts/first/sw.json' with { type: 'json' }
import fr from '#shared/texts/fr.json' with { type: 'json' }
import laterEn from '#shared/texts/later/en.json' with { type: 'json' }
import laterFr from '#shared/texts/later/fr.json' with { type: 'json' }
import laterSw from '#shared/texts/later/sw.json' with { type: 'json' }
import partsEn from '#shared/texts/parts/en.json' with { type: 'json' }
import partsFr from '#shared/texts/parts/fr.json' with { type: 'json' }
import partsSw from '#shared/texts/parts/sw.json' with { type: 'json' }
import serverEn from '#shared/texts/server/en.json' with { type: 'json' }
import serverFr from '#shared/texts/server/fr.json' with { type: 'json' }
import serverSw from '#shared/texts/server/sw.json' with { type: 'json' }
import sw from '#shared/texts/sw.json' with { type: 'json' }

/** `count` selects the plural form. */
type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/** Dates and times are UTC. */
export type Wording = {
  language: Language
  t: Translate
  figures(quantity: number): string
  /** From `2026-03-04` or an ISO time. */
  day(iso: string): string
  /** CLDR's range omits the first month in Swahili. */
  period(period: { start: string; end: string }): string
  /** To the second, from an ISO time. */
  clock(iso: string): string
  country(code: string): string
  /** The text of a code in a group of texts; a code without a text unchanged. */
  word(group: string, code: string): string
}

const resources: Record<Language, { translation: object }> = {
  en: { translation: { ...en, ...firstEn, ...laterEn, ...partsEn, ...serverEn } },
  fr: { translation: { ...fr, ...firstFr, ...laterFr, ...partsFr, ...serverFr } },
  sw: { translation: { ...sw, ...firstSw, ...laterSw, ...partsSw, ...serverSw } },
}

const texts = i18next.createInstance({
  resources,
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
  initAsync: false,
})
void texts.init()

/** English dates are day, month, year. */
const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr', sw: 'sw' }

const made = new Map<Language, Wording>()

/** For PDFs, letters, page heads and the identity provider's pages. */
export function wordingIn(language: Language): Wording {
  const known = made.get(language) ?? makeWording(language)
  made.set(language, known)
  return known
}

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

function makeWording(language: Language): Wording {
  const locale = locales[language]
  const number = new Intl.NumberFormat(language)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' })
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  // i18next's types lack the server's keys.
  const t = texts.getFixedT(language) as Translate
  const dayOf = (iso: string) => withOrdinal(day.format(new Date(iso)), language)
  return {
    language,
    t,
    figures: (quantity) => number.format(quantity),
    day: dayOf,
    // A line ends between the days, not within one.
    period: ({ start, end }) => t('dates.fromTo', { from: unbroken(dayOf(start)), to: unbroken(dayOf(end)) }),
    clock: (iso) => `${clock.format(new Date(iso))} UTC`,
    country: (code) => countries.of(code) ?? code,
    word: (group, code) => (texts.exists(`${group}.${code}`) ? texts.t(`${group}.${code}`, { lng: language }) : code),
  }
}
