/** French writes the first day of a month as an ordinal, which `Intl` does not. `day` begins with its number. */
export function withOrdinal(day: string, language: string): string {
  return language.split('-', 1)[0] === 'fr' ? day.replace(/^1(?=\s)/, '1er') : day
}
