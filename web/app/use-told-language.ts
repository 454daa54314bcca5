import { useEffect } from 'react'
import { languageOf } from '#shared/rules/languages.ts'
import { first } from '#web/lib/first-calls.ts'
import { send } from '#web/lib/send.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Stores the chosen language on the server, for letters. Ignores failures. */
export function useToldLanguage(isKnown: boolean): void {
  const { i18n } = useTranslation()
  useEffect(() => {
    if (!isKnown) return
    const tell = (language: string) => {
      send(first.changePreferences, { body: { language: languageOf(language) } }).catch(() => undefined)
    }
    i18n.on('languageChanged', tell)
    return () => i18n.off('languageChanged', tell)
  }, [isKnown, i18n])
}
