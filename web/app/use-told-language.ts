import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { changePreferences } from '#shared/contract/preferences.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { send } from '#web/lib/call.ts'

/** Tells the registry the language that its reader chooses, for letters. If it is away, the next choice tells it. */
export function useToldLanguage(isKnown: boolean): void {
  const { i18n } = useTranslation()
  useEffect(() => {
    if (!isKnown) return
    const tell = (language: string) => {
      send(changePreferences, { body: { language: languageOf(language) } }).catch(() => undefined)
    }
    i18n.on('languageChanged', tell)
    return () => i18n.off('languageChanged', tell)
  }, [isKnown, i18n])
}
