import { useEffect } from 'react'
import { languageOf } from '#shared/rules/languages.ts'
import { first } from '#web/lib/first-calls.ts'
import { send } from '#web/lib/send.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/**
 * Stores each language that the reader chooses in the registry, which writes letters in it. Failures are ignored: the
 * next choice is stored again.
 */
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
