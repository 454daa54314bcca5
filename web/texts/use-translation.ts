import i18next from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'

function subscribe(tell: () => void): () => void {
  i18next.on('languageChanged', tell)
  return () => i18next.off('languageChanged', tell)
}

/** The texts in the language in use: `t` says one. A component that uses it is drawn again in another language. */
export function useTranslation() {
  const language = useSyncExternalStore(subscribe, () => i18next.language)
  return useMemo(() => ({ t: i18next.getFixedT(language), i18n: i18next }), [language])
}
