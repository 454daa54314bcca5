import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from '#shared/rules/languages.ts'

/** Each language is a file of its own, fetched when it is first needed. */
const texts: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('#shared/texts/en.json', { with: { type: 'json' } }),
  fr: () => import('#shared/texts/fr.json', { with: { type: 'json' } }),
  sw: () => import('#shared/texts/sw.json', { with: { type: 'json' } }),
}

/**
 * Where the language is taken from (specification, section 9): the stored choice, then the browser. The choice is
 * stored.
 */
export const languageSettings = {
  supportedLngs: languages,
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  fallbackLng: 'en',
  detection: { order: ['localStorage', 'navigator'], caches: ['localStorage'] },
} as const

/** Loads the texts, which must happen before the first screen, and keeps `<html lang>` at the language in use. */
export async function startTexts(): Promise<void> {
  await i18next
    .use(LanguageDetector)
    .use({
      type: 'backend',
      // A function with two parameters is expected to return a promise; with three it would get a callback.
      async read(language: Language, _namespace: string) {
        return (await texts[language]()).default
      },
    })
    .use(initReactI18next)
    .init({
      ...languageSettings,
      detection: { order: [...languageSettings.detection.order], caches: [...languageSettings.detection.caches] },
      interpolation: { escapeValue: false },
    })
  nameLanguage()
  i18next.on('languageChanged', nameLanguage)
}

function nameLanguage(): void {
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en'
}
