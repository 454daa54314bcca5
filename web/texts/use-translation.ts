import i18next, { type TFunction } from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange)
  return () => i18next.off('languageChanged', onChange)
}

/** Re-renders on a language change. */
export function useTranslation() {
  const language = useSyncExternalStore(subscribe, () => i18next.language)
  return useMemo(() => ({ t: textsIn(language), i18n: i18next }), [language])
}

const made = new Map<string, TFunction>()

/** Caches texts and fills in their names, because i18next is slow on a phone. Plurals and formats are i18next's. */
function textsIn(language: string): TFunction {
  const known = made.get(language)
  if (known) return known
  const lookUp = i18next.getFixedT(language) as (key: string, options?: object) => string
  const cached = new Map<string, string>()
  const t = ((key: string, options: Readonly<Record<string, unknown>> = {}) => {
    if ('count' in options) return lookUp(key, options)
    const text = cached.get(key) ?? lookUp(key, { skipInterpolation: true })
    // Before the file loads, i18next returns the key.
    if (text !== key) cached.set(key, text)
    if (formatted.test(text)) return lookUp(key, options)
    return text.replace(named, (_, name: string) => String(options[name] ?? ''))
  }) as TFunction
  made.set(language, t)
  return t
}

/** As in `{{shown, number}}`. */
const formatted = /{{\w+,/
const named = /{{(\w+)}}/g
