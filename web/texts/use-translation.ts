import i18next, { type TFunction } from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'

function subscribe(tell: () => void): () => void {
  i18next.on('languageChanged', tell)
  return () => i18next.off('languageChanged', tell)
}

/** The texts in the language in use: `t` says one. A component that uses it is drawn again in another language. */
export function useTranslation() {
  const language = useSyncExternalStore(subscribe, () => i18next.language)
  return useMemo(() => ({ t: textsIn(language), i18n: i18next }), [language])
}

const made = new Map<string, TFunction>()

/** The texts of a language. A text without figures or names is looked up once: that takes a phone as long as drawing a cell. */
function textsIn(language: string): TFunction {
  const known = made.get(language)
  if (known) return known
  const lookUp = i18next.getFixedT(language) as (key: string, options?: object) => string
  const said = new Map<string, string>()
  const t = ((key: string, options?: object) => {
    if (options) return lookUp(key, options)
    const text = said.get(key) ?? lookUp(key)
    // A key itself is said until its file is there.
    if (text !== key) said.set(key, text)
    return text
  }) as TFunction
  made.set(language, t)
  return t
}
