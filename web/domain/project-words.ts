import { languageOf } from '#shared/rules/languages.ts'
import { isUsualProjectType, isUsualSector } from '#shared/rules/project-facts.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Translates types and sectors: by the registry's own names, then by the standard ones, else unchanged. */
export function useProjectWords() {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n.resolvedLanguage)
  const own = language === 'en' ? {} : site().projectTypeNames[language]
  return {
    type: (type: string): string =>
      Object.entries(own).find(([name]) => name === type)?.[1] ??
      (isUsualProjectType(type) ? t(`projects.types.${type}`) : type),
    sector: (sector: string): string => (isUsualSector(sector) ? t(`projects.sectors.${sector}`) : sector),
  }
}
