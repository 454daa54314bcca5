import type { Project } from '#shared/contract/projects.ts'
import { formatIn } from '#web/lib/format.ts'

/**
 * Where a project is, from the site to the country. What an export calls by the country's English name is that country, and is
 * said once, as `nameOf` calls it; other words of places stay as they are.
 */
export function placeWords(
  { location, region, country }: Pick<Project, 'location' | 'region' | 'country'>,
  nameOf: (country: string) => string,
): string {
  const inEnglish = country === null ? '' : formatIn('en').country(country).toLowerCase()
  const within = [location, region].filter((part) => part !== '' && part.toLowerCase() !== inEnglish)
  return [...within, ...(country === null ? [] : [nameOf(country)])].join(', ')
}
