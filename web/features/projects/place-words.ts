import type { Project } from '#shared/contract/projects.ts'
import { formatIn } from '#web/lib/format.ts'

/**
 * Words a project's location from site to country. Drops parts equal to the country's English name, as exports have it;
 * `nameOf` names the country.
 */
export function placeWords(
  { location, region, country }: Pick<Project, 'location' | 'region' | 'country'>,
  nameOf: (country: string) => string,
): string {
  const inEnglish = country === null ? '' : formatIn('en').country(country).toLowerCase()
  const within = [location, region].filter((part) => part !== '' && part.toLowerCase() !== inEnglish)
  return [...within, ...(country === null ? [] : [nameOf(country)])].join(', ')
}
