import { useMemo } from 'react'
import { countryCodes } from '#shared/rules/countries.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { formatIn } from './format.ts'

/** Named and sorted in the reader's language. */
export function useCountries(): { value: string; label: string }[] {
  const { language } = useTranslation().i18n
  return useMemo(() => {
    const { country } = formatIn(language)
    return countryCodes
      .map((value) => ({ value, label: country(value) }))
      .sort((one, other) => one.label.localeCompare(other.label, language))
  }, [language])
}
