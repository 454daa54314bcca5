import { machine, type StateOf } from './machine.ts'

/** `resume` leads back to the state before the suspension; the table names the earlier of the two. */
export const projectMachine = machine({
  draft: { submit: { to: 'pending', by: ['proponent', 'registry'] } },
  pending: {
    approve: { to: 'approved', by: ['registry'] },
    reject: { to: 'rejected', by: ['registry'], reason: 'required' },
    return: { to: 'draft', by: ['registry'], reason: 'required' },
  },
  approved: {
    activate: { to: 'active', by: ['nobody'] },
    suspend: { to: 'suspended', by: ['registry'], reason: 'required' },
    withdraw: { to: 'withdrawn', by: ['registry'], reason: 'required' },
  },
  rejected: { reopen: { to: 'draft', by: ['proponent', 'registry'] } },
  active: {
    suspend: { to: 'suspended', by: ['registry'], reason: 'required' },
    withdraw: { to: 'withdrawn', by: ['registry'], reason: 'required' },
  },
  suspended: {
    resume: { to: 'approved', by: ['registry'] },
    withdraw: { to: 'withdrawn', by: ['registry'], reason: 'required' },
  },
  withdrawn: {},
})
export type ProjectStatus = StateOf<typeof projectMachine>
export type ProjectAct = keyof (typeof projectMachine)[ProjectStatus]

/** The acts that a person asks for; `activate` follows from the first measurement. */
export const projectDecisions = [
  'submit',
  'approve',
  'reject',
  'return',
  'reopen',
  'suspend',
  'resume',
  'withdraw',
] as const satisfies readonly ProjectAct[]
export type ProjectDecision = (typeof projectDecisions)[number]

/** The projects in these states are public. */
export const publishedStatuses = [
  'approved',
  'active',
  'suspended',
  'withdrawn',
] as const satisfies readonly ProjectStatus[]

export const stages = ['registration', 'measurement', 'verification', 'issuance', 'completed'] as const
export type Stage = (typeof stages)[number]

/**
 * A project's stage is derived, never set: the furthest thing that is still open. With nothing open it is over, or waits for its
 * next measurement where its last units came from; `unissued` is what is verified and not minted yet.
 */
export function stageOf(project: {
  status: ProjectStatus
  openMeasurements: number
  openVerifications: number
  unissued: number
  minted: number
  isOver: boolean
}): Stage {
  if (['draft', 'pending', 'rejected'].includes(project.status)) return 'registration'
  if (project.openVerifications > 0) return 'verification'
  if (project.unissued > 0) return 'issuance'
  if (project.openMeasurements > 0) return 'measurement'
  if (project.isOver) return 'completed'
  return project.minted > 0 ? 'issuance' : 'measurement'
}
