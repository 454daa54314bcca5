import { neededForReview, projectFacts } from '../project-facts.ts'
import { isNothing } from '../same-fact.ts'
import type { ProjectStatus } from './project.ts'

/** Facts on which no approval depends. */
const describing: readonly string[] = [
  'sustainabilityStatement',
  'longitude',
  'latitude',
  'area',
  ...projectFacts.filter((fact) => fact.isDescriptive).map((fact) => fact.name),
]

/** `described`: descriptive facts may change, and empty facts may be filled in unless a review needs them. */
const changing = {
  draft: 'everything',
  pending: 'everything',
  rejected: 'everything',
  approved: 'described',
  active: 'described',
  suspended: 'described',
  withdrawn: 'nothing',
} as const satisfies Record<ProjectStatus, 'everything' | 'described' | 'nothing'>

/** `value` is the present value. */
export function mayChange(status: ProjectStatus, fact: string, value: unknown): boolean {
  const what = changing[status]
  if (what !== 'described') return what === 'everything'
  return describing.includes(fact) || (isNothing(value) && !neededForReview.some((needed) => needed === fact))
}
