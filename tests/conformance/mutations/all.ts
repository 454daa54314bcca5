import type { MutationsOfFile } from './mutation.ts'
import { section1Mutations } from './section-1.ts'
import { section2ScreensMutations } from './section-2-screens.ts'
import { section2ValuesMutations } from './section-2-values.ts'
import { section3Mutations } from './section-3.ts'
import { section4Mutations } from './section-4.ts'
import { section5Mutations } from './section-5.ts'
import { section6Mutations } from './section-6.ts'
import { section7Mutations } from './section-7.ts'
import { section8Mutations } from './section-8.ts'
import { section9Mutations } from './section-9.ts'

/** The mutations of the product that `npm run mutations` tries, by the files of the tests that notice them. */
export const mutationsOfFiles: readonly MutationsOfFile[] = [
  ...section1Mutations,
  ...section2ScreensMutations,
  ...section2ValuesMutations,
  ...section3Mutations,
  ...section4Mutations,
  ...section5Mutations,
  ...section6Mutations,
  ...section7Mutations,
  ...section8Mutations,
  ...section9Mutations,
]
