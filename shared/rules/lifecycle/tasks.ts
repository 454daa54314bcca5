import { methodologyPath, mintPath, paths, projectPath, reviewPath, workPath } from '../paths.ts'
import { type Machine, type Side, statesOf } from './machine.ts'
import { measurementMachine } from './measurement.ts'
import { methodologyMachine } from './methodology.ts'
import { accountMachine } from './people.ts'
import { projectMachine } from './project.ts'
import { findingMachine, verificationMachine } from './verification.ts'

/** The awaited step, and the sides that may take it, in order. */
type AwaitedStep = { machine: Machine<string, string>; act: string; sides: readonly Side[] }

/** The second side acts if the first may not: nobody decides about their own submission. */
const awaitedSteps = {
  'project.submit': { machine: projectMachine, act: 'submit', sides: ['proponent'] },
  'project.reopen': { machine: projectMachine, act: 'reopen', sides: ['proponent'] },
  'project.decide': { machine: projectMachine, act: 'approve', sides: ['registry'] },
  'account.decide': { machine: accountMachine, act: 'approve', sides: ['registry'] },
  'methodology.submit': { machine: methodologyMachine, act: 'submit', sides: ['organisation'] },
  'methodology.reopen': { machine: methodologyMachine, act: 'reopen', sides: ['organisation'] },
  'methodology.decide': { machine: methodologyMachine, act: 'approve', sides: ['registry'] },
  'measurement.submit': { machine: measurementMachine, act: 'submit', sides: ['measurer'] },
  'measurement.decide': { machine: measurementMachine, act: 'accept', sides: ['proponent', 'registry'] },
  'verification.start': { machine: verificationMachine, act: 'start', sides: ['verifier'] },
  'verification.decide': { machine: verificationMachine, act: 'verify', sides: ['verifier'] },
  'verification.judgeAnswers': { machine: findingMachine, act: 'ask', sides: ['verifier'] },
} as const satisfies Record<string, AwaitedStep>

type StepKind = keyof typeof awaitedSteps

/** Tasks that depend on more than a state. All findings that an owner must answer are one task. */
const otherKinds = [
  'project.measure',
  'project.measureAsProvider',
  'units.mint',
  'verification.stateYears',
  'verification.answerAsProponent',
  'verification.answerAsMeasurer',
] as const

export type TaskKind = StepKind | (typeof otherKinds)[number]
export const stepKinds = Object.keys(awaitedSteps) as [StepKind, ...StepKind[]]
export const taskKinds: [TaskKind, ...TaskKind[]] = [...stepKinds, ...otherKinds]

/** Kinds that the registry decides in the queue, several with one reason. */
export const decidedKinds = ['project.decide', 'methodology.decide', 'account.decide'] as const satisfies StepKind[]
export type DecidedKind = (typeof decidedKinds)[number]

/** In the order of their buttons on every screen. */
export const taskDecisions = ['approve', 'requestChanges', 'reject'] as const
export type TaskDecision = (typeof taskDecisions)[number]

/** Days waiting, from each number to the next; `unknown` for imported work. */
export const taskAges = ['90', '30', '7', '0', 'unknown'] as const
/** `week`: within the next seven days. */
export const taskDues = ['overdue', 'week', 'later', 'none'] as const

export const taskSides = ['proponent', 'measurer', 'verifier', 'registry', 'organisation'] as const
export type TaskSide = (typeof taskSides)[number]

export function awaitedStep(kind: StepKind): AwaitedStep {
  return awaitedSteps[kind]
}

export function waitingStates(kind: StepKind): string[] {
  const { machine, act } = awaitedStep(kind)
  return statesOf(machine).filter((state) => machine[state]?.[act] !== undefined)
}

export type TaskSubject = {
  kind: TaskKind
  subjectId: string
  projectId: string | null
  projectKey: string | null
}

/** The screen of the awaited step, with its form open. */
export function taskPath({ kind, subjectId, projectId, projectKey }: TaskSubject): string {
  const [subject] = kind.split('.')
  if (kind === 'project.measure' || kind === 'project.measureAsProvider')
    return `${paths.measurements}?projectId=${projectId}&new=1`
  if (subject === 'project') return projectPath(projectKey ?? '')
  if (subject === 'account') return reviewPath('queue', { open: `${kind}:${subjectId}` })
  if (subject === 'methodology') return methodologyPath(subjectId)
  if (kind === 'units.mint') return mintPath(projectId ?? '', subjectId)
  return workPath(subject === 'measurement' ? 'measurements' : 'verifications', projectId ?? '', subjectId)
}
