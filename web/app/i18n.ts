import i18next from 'i18next'
import { type Language, languages } from '#shared/rules/languages.ts'
import { formatOf } from '#web/lib/format.ts'
import { languageChoice, storeLanguageChoice } from './language-choice.ts'

/** Texts of the frame and the start, of the dashboard and most pages, and of the rest. */
const home = 'translation'
const rest = 'rest'
const later = 'later'
/** Loaded with the first refusal. */
const refusals = 'refusals'

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

/** Our languages are complete: only others fall back to English. */
export const languageSettings = {
  supportedLngs: languages,
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  fallbackLng: (language?: string) => (languages.some((supported) => language?.startsWith(supported)) ? [] : ['en']),
} as const

export type FirstTexts = 'start' | 'dashboard' | 'all'

const firstOf = { start: [home], dashboard: [home, rest], all: [home, rest, later] }

/** Loads the texts of the first page before the first render, and keeps `<html lang>` current. */
export async function startTexts(first: FirstTexts): Promise<void> {
  await i18next
    .use(languageChoice)
    .use({
      type: 'backend',
      // i18next expects a promise from a function with two parameters, and passes a callback as third.
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
  // The built-in formatter creates a format per figure and ignores the region.
  i18next.services.formatter?.add('number', (value, language) => formatOf(language ?? 'en').figure(value))
  nameLanguage()
  i18next.on('languageChanged', nameLanguage)
  // From here on only the user changes the language.
  i18next.on('languageChanged', storeLanguageChoice)
}

const loading = new Map<string, Promise<void>>()

function loadTexts(namespace: string): Promise<void> {
  const begun = loading.get(namespace) ?? i18next.loadNamespaces(namespace)
  loading.set(namespace, begun)
  return begun
}

export function loadRestOfTexts(): Promise<void> {
  return loadTexts(rest)
}

export async function loadAllTexts(): Promise<void> {
  await Promise.all([rest, later].map(loadTexts))
}

function nameLanguage(): void {
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en'
}
