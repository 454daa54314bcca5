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

/** How the language is found (specification, section 9): the stored choice, then the browser's; the choice is kept. */
export const languageSettings = {
  supportedLngs: languages,
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  fallbackLng: 'en',
  detection: { order: ['localStorage', 'navigator'], caches: ['localStorage'] },
} as const

/** Starts the texts before the first screen; `<html lang>` follows the language. */
export async function startTexts(): Promise<void> {
  await i18next
    .use(LanguageDetector)
    .use({
      type: 'backend',
      // Two parameters tell i18next that the answer is a promise.
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
