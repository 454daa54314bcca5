import { Failure } from './failure.ts'

/**
 * The states of everything that has a life: from which state, by which act, to which state. The guards of the server, the
 * buttons on the screens and the tests are derived from these tables.
 */
type Machine<State extends string, Act extends string> = Readonly<Record<State, Readonly<Partial<Record<Act, State>>>>>

type MachineOf<Table> = Machine<
  keyof Table & string,
  { [State in keyof Table]: keyof Table[State] & string }[keyof Table]
>
type StateOf<Of> = Of extends Machine<infer State, string> ? State : never

/** Types a table as a machine; each act in it must lead to one of its states. */
function machine<const Table extends Readonly<Record<string, object>>>(
  table: Table & MachineOf<Table>,
): MachineOf<Table> {
  return table
}

/** `resume` leads back to the state before the suspension; the table names the earlier of the two. */
export const projectMachine = machine({
  draft: { submit: 'pending' },
  pending: { approve: 'approved', reject: 'rejected', return: 'draft' },
  approved: { activate: 'active', suspend: 'suspended', withdraw: 'withdrawn' },
  rejected: { reopen: 'draft' },
  active: { suspend: 'suspended', withdraw: 'withdrawn' },
  suspended: { resume: 'approved' },
  withdrawn: {},
})
export type ProjectStatus = StateOf<typeof projectMachine>
export type ProjectAct = keyof (typeof projectMachine)[ProjectStatus]
/** The projects in these states are public. */
export const publishedStatuses = [
  'approved',
  'active',
  'suspended',
  'withdrawn',
] as const satisfies readonly ProjectStatus[]

/** What a tenant admin decides about an account. */
export const accountDecisions = ['approve', 'reject', 'suspend', 'resume'] as const
/** What an account's own admins do: correct its facts and, after a refusal, apply again. */
export const accountCorrections = ['edit', 'reapply'] as const
export const accountMachine = machine({
  pending: { approve: 'active', reject: 'rejected', edit: 'pending' },
  active: { suspend: 'suspended', edit: 'active' },
  rejected: { reapply: 'pending' },
  suspended: { resume: 'active' },
})
export type AccountStatus = StateOf<typeof accountMachine>

/** A person who signs in has set up the sign-in. Of a deleted user only the username and the account are kept. */
export const userMachine = machine({
  'SETUP IN PROGRESS': { setUp: 'ACTIVE', delete: 'DELETED' },
  ACTIVE: { suspend: 'SUSPENDED', delete: 'DELETED' },
  SUSPENDED: { resume: 'ACTIVE', delete: 'DELETED' },
  DELETED: {},
})
export type UserStatus = StateOf<typeof userMachine>

/** `draft` with its acts serves a version that is written before it is proposed; today proposing makes it pending at once. */
export const methodologyMachine = machine({
  draft: { submit: 'pending' },
  pending: { approve: 'approved', reject: 'rejected' },
  approved: { deprecate: 'deprecated' },
  rejected: { reopen: 'draft' },
  deprecated: {},
})
export type MethodologyStatus = StateOf<typeof methodologyMachine>

/** `start` serves a period that was scheduled ahead and has begun; today such a measurement is submitted as scheduled. */
export const measurementMachine = machine({
  scheduled: { start: 'in progress', submit: 'submitted' },
  'in progress': { submit: 'submitted' },
  submitted: { accept: 'accepted', requestChanges: 'changes requested', reject: 'rejected' },
  accepted: {},
  'changes requested': { submit: 'submitted' },
  rejected: {},
})
export type MeasurementStatus = StateOf<typeof measurementMachine>

/** `openFinding` and `closeFindings` serve the findings of a verifier, none of which is open at the end; no call opens one yet. */
export const verificationMachine = machine({
  requested: { start: 'in progress' },
  'in progress': { openFinding: 'findings open', verify: 'verified', refuse: 'not verified' },
  'findings open': { closeFindings: 'in progress', refuse: 'not verified' },
  verified: {},
  'not verified': {},
})
export type VerificationStatus = StateOf<typeof verificationMachine>

/** How far a movement is on its way to the chain. */
export const settlementStates = ['recorded', 'submitted', 'confirmed', 'parked'] as const
export type SettlementState = (typeof settlementStates)[number]

/** Returns the state that an act leads to. Throws `conflict` if the act is not possible in this state. `what` names the thing. */
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

/** All states of a machine, in the order of its table. */
export function statesOf<State extends string>(machine: Machine<State, string>): State[] {
  return Object.keys(machine) as State[]
}

/** The acts that are possible in a state. */
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
