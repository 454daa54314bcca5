import { because, Failure, type Stateful } from '../failure.ts'

/** `nobody`: the step follows from another. */
export type Side = 'proponent' | 'measurer' | 'verifier' | 'registry' | 'organisation' | 'person' | 'nobody'

type Step<State extends string> = Readonly<{ to: State; by: readonly Side[]; reason?: 'required' }>

/**
 * The acts in each state. Server guards, buttons, diagrams of docs/lifecycles.md and tests derive from these tables.
 */
export type Machine<State extends string, Act extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Act, Step<State>>>>>
>

type MachineOf<Table> = Machine<
  keyof Table & string,
  { [State in keyof Table]: keyof Table[State] & string }[keyof Table]
>
export type StateOf<Of> = Of extends Machine<infer State, string> ? State : never

export function machine<const Table extends Readonly<Record<string, object>>>(
  table: Table & MachineOf<Table>,
): MachineOf<Table> {
  return table
}

/** Returns the state after an act. Throws `conflict` if the state does not allow the act; `what` names the object. */
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

export function statesOf<State extends string>(machine: Machine<State, string>): State[] {
  return Object.keys(machine) as State[]
}

/** The acts in a state that one of `sides` may take (default: all acts). */
export function actsIn<State extends string, Act extends string>(
  machine: Machine<State, Act>,
  state: State,
  sides?: readonly Side[],
): Act[] {
  const acts = Object.keys(machine[state]) as Act[]
  return sides ? acts.filter((act) => machine[state][act]?.by.some((side) => sides.includes(side))) : acts
}

export function needsReason<State extends string, Act extends string>(
  machine: Machine<State, Act>,
  from: State,
  act: Act,
): boolean {
  return machine[from][act]?.reason === 'required'
}

/** States with at least one act. */
export function openStatesOf<State extends string>(machine: Machine<State, string>): State[] {
  return statesOf(machine).filter((state) => actsIn(machine, state).length > 0)
}

/** Whether a side may take this act in any state. */
export function isTakenBy<State extends string, Act extends string>(
  machine: Machine<State, Act>,
  act: Act,
  side: Side,
): boolean {
  return statesOf(machine).some((state) => machine[state][act]?.by.includes(side))
}
