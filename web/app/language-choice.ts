import type { LanguageDetectorModule } from 'i18next'

const key = 'i18nextLng'

/** The reader's language (specification, section 9): the stored choice, then the languages of the browser. The choice is stored. */
export const languageChoice: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () => [localStorage.getItem(key) ?? [], ...navigator.languages].flat(),
  cacheUserLanguage: (language) => localStorage.setItem(key, language),
}
