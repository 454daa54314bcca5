import { Failure } from './failure.ts'

/**
 * The states of everything that has a life, each machine one table: from which state, by which act, to which state.
 * The guard, the buttons on the screens and the tests are derived from these tables.
 */
type Machine<State extends string, Act extends string> = Readonly<Record<State, Readonly<Partial<Record<Act, State>>>>>

export type ProjectStatus = 'draft' | 'pending' | 'approved' | 'rejected' | 'active' | 'suspended' | 'withdrawn'
export type ProjectAct =
  | 'submit'
  | 'approve'
  | 'reject'
  | 'return'
  | 'reopen'
  | 'activate'
  | 'suspend'
  | 'resume'
  | 'withdraw'

/** `resume` leads back to the state before the suspension; the table names the earlier of the two. */
export const projectMachine: Machine<ProjectStatus, ProjectAct> = {
  draft: { submit: 'pending' },
  pending: { approve: 'approved', reject: 'rejected', return: 'draft' },
  rejected: { reopen: 'draft' },
  approved: { activate: 'active', suspend: 'suspended', withdraw: 'withdrawn' },
  active: { suspend: 'suspended', withdraw: 'withdrawn' },
  suspended: { resume: 'approved' },
  withdrawn: {},
}
/** What a visitor may see. */
export const publishedStatuses = [
  'approved',
  'active',
  'suspended',
  'withdrawn',
] as const satisfies readonly ProjectStatus[]

export type AccountStatus = 'pending' | 'active' | 'rejected' | 'suspended'
/** What a tenant admin decides about an account, and what its own admins do: correct its facts, after a refusal apply again. */
export const accountDecisions = ['approve', 'reject', 'suspend', 'resume'] as const
export const accountCorrections = ['edit', 'reapply'] as const
export type AccountAct = (typeof accountDecisions | typeof accountCorrections)[number]
export const accountMachine: Machine<AccountStatus, AccountAct> = {
  pending: { approve: 'active', reject: 'rejected', edit: 'pending' },
  active: { suspend: 'suspended', edit: 'active' },
  suspended: { resume: 'active' },
  rejected: { reapply: 'pending' },
}

export type UserStatus = 'SETUP IN PROGRESS' | 'ACTIVE' | 'SUSPENDED' | 'DELETED'
export type UserAct = 'setUp' | 'suspend' | 'resume' | 'delete'
/** Whoever signs in has set up; a deleted user's profile is erased. */
export const userMachine: Machine<UserStatus, UserAct> = {
  'SETUP IN PROGRESS': { setUp: 'ACTIVE', delete: 'DELETED' },
  ACTIVE: { suspend: 'SUSPENDED', delete: 'DELETED' },
  SUSPENDED: { resume: 'ACTIVE', delete: 'DELETED' },
  DELETED: {},
}

export type MethodologyStatus = 'draft' | 'pending' | 'approved' | 'rejected' | 'deprecated'
export type MethodologyAct = 'submit' | 'approve' | 'reject' | 'reopen' | 'deprecate'
/** `draft` with its acts serves a version that is written before it is proposed; today proposing makes it pending at once. */
export const methodologyMachine: Machine<MethodologyStatus, MethodologyAct> = {
  draft: { submit: 'pending' },
  pending: { approve: 'approved', reject: 'rejected' },
  rejected: { reopen: 'draft' },
  approved: { deprecate: 'deprecated' },
  deprecated: {},
}

export type MeasurementStatus =
  | 'scheduled'
  | 'in progress'
  | 'submitted'
  | 'accepted'
  | 'changes requested'
  | 'rejected'
export type MeasurementAct = 'start' | 'submit' | 'accept' | 'requestChanges' | 'reject'
/** `start` serves a period that was scheduled ahead and has begun; today such a measurement is submitted as scheduled. */
export const measurementMachine: Machine<MeasurementStatus, MeasurementAct> = {
  scheduled: { start: 'in progress', submit: 'submitted' },
  'in progress': { submit: 'submitted' },
  submitted: { accept: 'accepted', requestChanges: 'changes requested', reject: 'rejected' },
  'changes requested': { submit: 'submitted' },
  accepted: {},
  rejected: {},
}

export type VerificationStatus = 'requested' | 'in progress' | 'findings open' | 'verified' | 'not verified'
export type VerificationAct = 'start' | 'openFinding' | 'closeFindings' | 'verify' | 'refuse'
/** `openFinding` and `closeFindings` serve the findings of a verifier, none of which is open at the end; no call opens one yet. */
export const verificationMachine: Machine<VerificationStatus, VerificationAct> = {
  requested: { start: 'in progress' },
  'in progress': { openFinding: 'findings open', verify: 'verified', refuse: 'not verified' },
  'findings open': { closeFindings: 'in progress', refuse: 'not verified' },
  verified: {},
  'not verified': {},
}

/** The state that an act leads to; 409 with the current state when it leads nowhere. */
export function next<State extends string, Act extends string>(
  machine: Machine<State, Act>,
  from: State,
  act: Act,
  what: string,
): State {
  const to = machine[from][act]
  if (to === undefined) throw new Failure('conflict', `The ${what} is ${from}; this is not possible now.`)
  return to
}

/** What can be done in a state, for the buttons. */
export function actsIn<State extends string, Act extends string>(machine: Machine<State, Act>, state: State): Act[] {
  return Object.keys(machine[state]) as Act[]
}

export const stages = ['registration', 'measurement', 'verification', 'issuance', 'completed'] as const
export type Stage = (typeof stages)[number]

/** A project's stage is derived, never set: the furthest thing that is still open. */
export function stageOf(project: {
  status: ProjectStatus
  openMeasurements: number
  openVerifications: number
  unissued: number
  isOver: boolean
}): Stage {
  if (['draft', 'pending', 'rejected'].includes(project.status)) return 'registration'
  if (project.openVerifications > 0) return 'verification'
  if (project.unissued > 0) return 'issuance'
  if (project.openMeasurements === 0 && project.isOver) return 'completed'
  return 'measurement'
}
