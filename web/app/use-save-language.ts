import { useEffect } from 'react'
import { languageOf } from '#shared/rules/languages.ts'
import { first } from '#web/lib/first-calls.ts'
import { send } from '#web/lib/send.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Stores the chosen language on the server, for letters. Ignores failures. */
export function useSaveLanguage(isKnown: boolean): void {
  const { i18n } = useTranslation()
  useEffect(() => {
    if (!isKnown) return
    const save = (language: string) => {
      send(first.changePreferences, { body: { language: languageOf(language) } }).catch(() => undefined)
    }
    i18n.on('languageChanged', save)
    return () => i18n.off('languageChanged', save)
  }, [isKnown, i18n])
}
