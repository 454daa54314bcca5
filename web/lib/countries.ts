import { countryCodes } from '#shared/rules/countries.ts'
import { formatIn } from './format.ts'

/** Every country with its name in a language, in that language's order. */
export function countriesIn(language: string): { value: string; label: string }[] {
  const { country } = formatIn(language)
  return countryCodes
    .map((value) => ({ value, label: country(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
}
