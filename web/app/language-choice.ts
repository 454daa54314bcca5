import type { LanguageDetectorModule } from 'i18next'
import { siteStorage } from '#web/lib/site-storage.ts'

const key = 'i18nextLng'

/** The reader's language (specification, section 9): the stored choice, then the languages of the browser. */
export const languageChoice: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () => [siteStorage.getItem(key) ?? [], ...navigator.languages].flat(),
}

/** Keeps the language that somebody has chosen. */
export function keepChoice(language: string): void {
  siteStorage.setItem(key, language)
}
