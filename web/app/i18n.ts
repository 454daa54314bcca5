import i18next from 'i18next'
import { type Language, languages } from '#shared/rules/languages.ts'
import { formatOf } from '#web/lib/format.ts'
import { keepChoice, languageChoice } from './language-choice.ts'

/** What the frame and the start say, what the dashboard and most screens say, and what no dashboard says. */
const home = 'translation'
const rest = 'rest'
const later = 'later'
/** Why something was refused: fetched with the first refusal. */
const refusals = 'refusals'

/** Each language is a few files of its own, fetched when they are first needed. */
const texts: Record<string, Record<Language, () => Promise<{ default: object }>>> = {
  [home]: {
    en: () => import('#shared/texts/first/en.json', { with: { type: 'json' } }),
    fr: () => import('#shared/texts/first/fr.json', { with: { type: 'json' } }),
    sw: () => import('#shared/texts/first/sw.json', { with: { type: 'json' } }),
  },
  [rest]: {
    en: () => import('#shared/texts/en.json', { with: { type: 'json' } }),
    fr: () => import('#shared/texts/fr.json', { with: { type: 'json' } }),
    sw: () => import('#shared/texts/sw.json', { with: { type: 'json' } }),
  },
  [later]: {
    en: () => import('#shared/texts/later/en.json', { with: { type: 'json' } }),
    fr: () => import('#shared/texts/later/fr.json', { with: { type: 'json' } }),
    sw: () => import('#shared/texts/later/sw.json', { with: { type: 'json' } }),
  },
  [refusals]: {
    en: () => import('#shared/texts/refusals/en.json', { with: { type: 'json' } }),
    fr: () => import('#shared/texts/refusals/fr.json', { with: { type: 'json' } }),
    sw: () => import('#shared/texts/refusals/sw.json', { with: { type: 'json' } }),
  },
}

/** No language of ours lacks a text, so English stands in for other languages alone. */
export const languageSettings = {
  supportedLngs: languages,
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  fallbackLng: (language?: string) => (languages.some((ours) => language?.startsWith(ours)) ? [] : ['en']),
} as const

/** Whose texts the first screen says: a visitor's start, a person's start, or any screen. */
export type FirstTexts = 'start' | 'dashboard' | 'all'

const firstOf = { start: [home], dashboard: [home, rest], all: [home, rest, later] }

/**
 * Loads the texts of the first screen, which must happen before it is drawn, all at once, and keeps `<html lang>` at the language
 * in use.
 */
export async function startTexts(first: FirstTexts): Promise<void> {
  await i18next
    .use(languageChoice)
    .use({
      type: 'backend',
      // A function with two parameters is expected to return a promise; with three it would get a callback.
      async read(language: Language, namespace: string) {
        return (await texts[namespace]?.[language]())?.default
      },
    })
    .init({
      ...languageSettings,
      ns: firstOf[first],
      defaultNS: home,
      fallbackNS: [rest, later, refusals],
      interpolation: { escapeValue: false },
    })
  // Its own makes a format anew for each figure of each row, and without the reader's region.
  i18next.services.formatter?.add('number', (value, language) => formatOf(language ?? 'en').figure(value))
  nameLanguage()
  i18next.on('languageChanged', nameLanguage)
  // From here on the language changes only where somebody chooses one.
  i18next.on('languageChanged', keepChoice)
}

const loading = new Map<string, Promise<void>>()

function loadTexts(namespace: string): Promise<void> {
  const begun = loading.get(namespace) ?? i18next.loadNamespaces(namespace)
  loading.set(namespace, begun)
  return begun
}

/** Loads the texts of the dashboard and of most screens; they change with the language from then on. */
export function loadRestOfTexts(): Promise<void> {
  return loadTexts(rest)
}

/** Loads the texts of all screens. */
export async function loadAllTexts(): Promise<void> {
  await Promise.all([rest, later].map(loadTexts))
}

function nameLanguage(): void {
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en'
}
