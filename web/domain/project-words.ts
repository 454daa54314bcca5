import { languageOf } from '#shared/rules/languages.ts'
import { type FactName, factNamed, isUsualProjectType, isUsualSector } from '#shared/rules/project-facts.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Translates stated words: by the registry's own names, then by the standard ones, else unchanged. */
export function useProjectWords() {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n.resolvedLanguage)
  const own = language === 'en' ? {} : site().projectTypeNames[language]
  const words = {
    type: (type: string): string =>
      Object.entries(own).find(([name]) => name === type)?.[1] ??
      (isUsualProjectType(type) ? t(`projects.types.${type}`) : type),
    sector: (sector: string): string => (isUsualSector(sector) ? t(`projects.sectors.${sector}`) : sector),
  }
  /** Of a line or a choice. */
  function fact(name: FactName, value: string): string {
    if (name === 'type' || name === 'sector') return words[name](value)
    const stated = factNamed(name)
    const word = stated.kind === 'choice' && Object.entries(stated.of).find(([choice]) => choice === value)?.[1]
    return word ? t(word) : value
  }
  return { ...words, fact }
}
