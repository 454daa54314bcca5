import type { MutationsOfFile } from './mutation.ts'
import { ofSection1 } from './section-1.ts'
import { ofSection2Screens } from './section-2-screens.ts'
import { ofSection2Values } from './section-2-values.ts'
import { ofSection3 } from './section-3.ts'
import { ofSection4 } from './section-4.ts'
import { ofSection5 } from './section-5.ts'
import { ofSection6 } from './section-6.ts'
import { ofSection7 } from './section-7.ts'
import { ofSection8 } from './section-8.ts'
import { ofSection9 } from './section-9.ts'

/** The mutations of the product that `npm run mutations` tries, by the files of the tests that notice them. */
export const mutationsOfFiles: readonly MutationsOfFile[] = [
  ...ofSection1,
  ...ofSection2Screens,
  ...ofSection2Values,
  ...ofSection3,
  ...ofSection4,
  ...ofSection5,
  ...ofSection6,
  ...ofSection7,
  ...ofSection8,
  ...ofSection9,
]
