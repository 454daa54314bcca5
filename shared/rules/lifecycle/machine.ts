import { because, Failure, type Stateful } from '../failure.ts'

/**
 * Who takes a step: an account by its part in the project (proponent, measurer, verifier), the registry's admins, an
 * organisation's own admins or the person itself. `nobody`: the step follows from another one.
 */
export type Side = 'proponent' | 'measurer' | 'verifier' | 'registry' | 'organisation' | 'person' | 'nobody'

/** A way out of a state: where it leads, who may take it, and whether it has to be given a reason. */
type Step<State extends string> = Readonly<{ to: State; by: readonly Side[]; reason?: 'required' }>

/**
 * The states of something that has a life: in which state, which acts are possible. The guards of the server, the buttons on
 * the screens, the diagrams of docs/lifecycles.md and the tests are derived from these tables.
 */
export type Machine<State extends string, Act extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Act, Step<State>>>>>
>

type MachineOf<Table> = Machine<
  keyof Table & string,
  { [State in keyof Table]: keyof Table[State] & string }[keyof Table]
>
export type StateOf<Of> = Of extends Machine<infer State, string> ? State : never

/** Types a table as a machine; each act in it must lead to one of its states. */
export function machine<const Table extends Readonly<Record<string, object>>>(
  table: Table & MachineOf<Table>,
): MachineOf<Table> {
  return table
}

/**
 * Returns the state that an act leads to. Throws `conflict`, with the state and what is possible in it, if the act is not.
 * `what` names the thing.
 */
export function next<State extends string, Act extends string>(
  machine: Machine<State, Act>,
  from: State,
  act: Act,
  what: Stateful,
): State {
  const step = machine[from][act]
  if (step) return step.to
  const possible = actsIn(machine, from)
  const words = possible.length === 0 ? 'nothing changes it any more' : `possible now: ${possible.join(', ')}`
  throw new Failure(
    'conflict',
    `The ${what} is ${from}; ${words}.`,
    because(`stands.${what}`, { of: what, status: from }),
  )
}

/** All states of a machine, in the order of its table. */
export function statesOf<State extends string>(machine: Machine<State, string>): State[] {
  return Object.keys(machine) as State[]
}

/** The acts that are possible in a state; where sides are given, those that one of them may take. */
export function actsIn<State extends string, Act extends string>(
  machine: Machine<State, Act>,
  state: State,
  sides?: readonly Side[],
): Act[] {
  const acts = Object.keys(machine[state]) as Act[]
  return sides ? acts.filter((act) => machine[state][act]?.by.some((side) => sides.includes(side))) : acts
}

/** Whether an act has to be given a reason in this state. */
export function needsReason<State extends string, Act extends string>(
  machine: Machine<State, Act>,
  from: State,
  act: Act,
): boolean {
  return machine[from][act]?.reason === 'required'
}

/** The states that something can still leave: what is in one of them is open. */
export function openStatesOf<State extends string>(machine: Machine<State, string>): State[] {
  return statesOf(machine).filter((state) => actsIn(machine, state).length > 0)
}

/** Whether a side takes this act in some state. */
export function isTakenBy<State extends string, Act extends string>(
  machine: Machine<State, Act>,
  act: Act,
  side: Side,
): boolean {
  return statesOf(machine).some((state) => machine[state][act]?.by.includes(side))
}
