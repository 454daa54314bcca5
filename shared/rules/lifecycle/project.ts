import { machine, type StateOf } from './machine.ts'

/** `resume` restores the state before the suspension; the table names the earlier of the two. */
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

/** `activate` follows from the first measurement. */
export const projectDecisions = [
  'submit',
  'approve',
  'return',
  'reject',
  'reopen',
  'suspend',
  'resume',
  'withdraw',
] as const satisfies readonly ProjectAct[]
export type ProjectDecision = (typeof projectDecisions)[number]

export const publishedStatuses = [
  'approved',
  'active',
  'suspended',
  'withdrawn',
] as const satisfies readonly ProjectStatus[]

/** No units are issued in these states. Holders and claimants of existing units are notified. */
export const stoppedStatuses = ['suspended', 'withdrawn'] as const satisfies readonly ProjectStatus[]

export const stages = ['registration', 'measurement', 'verification', 'issuance', 'completed'] as const
export type Stage = (typeof stages)[number]
