import type { RegistryWords } from '#shared/contract/settings.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { site } from './site-config.ts'

export function useWords(): RegistryWords {
  const { i18n } = useTranslation()
  return site().words[languageOf(i18n.resolvedLanguage)]
}
