import type { LanguageDetectorModule } from 'i18next'
import { siteStorage } from '#web/lib/site-storage.ts'

const key = 'i18nextLng'

/** The stored choice, then the browser's languages (specification, section 9). */
export const languageChoice: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () => [siteStorage.getItem(key) ?? [], ...navigator.languages].flat(),
}

export function storeLanguageChoice(language: string): void {
  siteStorage.setItem(key, language)
}
