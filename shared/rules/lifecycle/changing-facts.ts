import { neededForReview } from '../project-facts.ts'
import { isNothing } from '../same-fact.ts'
import type { ProjectStatus } from './project.ts'

/** The facts that describe a project and that no approval rests on. */
const describing: readonly string[] = [
  'sustainabilityStatement',
  'region',
  'location',
  'longitude',
  'latitude',
  'area',
  'sdgs',
]

/** What of a project may change in each state. `described`: what describes it, and what no review looks at and was left open. */
const changing = {
  draft: 'everything',
  pending: 'everything',
  rejected: 'everything',
  approved: 'described',
  active: 'described',
  suspended: 'described',
  withdrawn: 'nothing',
} as const satisfies Record<ProjectStatus, 'everything' | 'described' | 'nothing'>

/** Whether a fact of a project in this state may change; `value` is what it says now. */
export function mayChange(status: ProjectStatus, fact: string, value: unknown): boolean {
  const what = changing[status]
  if (what !== 'described') return what === 'everything'
  return describing.includes(fact) || (isNothing(value) && !neededForReview.some((needed) => needed === fact))
}
