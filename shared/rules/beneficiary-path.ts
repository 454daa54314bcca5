import { limits } from './limits.ts'
import { paths, screen } from './paths.ts'

/** The retirements for one organisation, by any of its spellings. Apart from the paths of the first page, for `limits`. */
export function beneficiaryPath(name: string): string {
  return screen(paths.claims, { beneficiary: name.slice(0, limits.spelling) })
}
