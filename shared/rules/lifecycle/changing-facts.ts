import { projectFacts, requestedFacts } from '../project-facts.ts'
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

/** `described`: descriptive facts may change, and empty facts may be filled in unless the request asks for them. */
const changing = {
  draft: 'everything',
  pending: 'everything',
  rejected: 'everything',
  approved: 'described',
  active: 'described',
  suspended: 'described',
  withdrawn: 'nothing',
} as const satisfies Record<ProjectStatus, 'everything' | 'described' | 'nothing'>

/** `approval`: the approval rests on the fact. `stated`: a fact that was empty may be filled in once. */
export const fixedBy = ['approval', 'stated', 'withdrawal'] as const
type FixedBy = (typeof fixedBy)[number]

/** Why the fact cannot change, null if it can. `value` is the present value. */
export function whyFixed(status: ProjectStatus, fact: string, value: unknown): FixedBy | null {
  const what = changing[status]
  if (what === 'everything' || (what === 'described' && describing.includes(fact))) return null
  if (what === 'nothing') return 'withdrawal'
  if (requestedFacts.some((requested) => requested === fact)) return 'approval'
  return isNothing(value) ? null : 'stated'
}

export function mayChange(status: ProjectStatus, fact: string, value: unknown): boolean {
  return whyFixed(status, fact, value) === null
}
