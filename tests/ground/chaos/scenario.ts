/** How much of a scenario is run: how often the fault is injected, and how many movements are asked for meanwhile. */
export type Size = { times: number; movements: number }

export type Order = Size & {
  /** The same numbers for the same seed, from 0 up to 1. */
  random: () => number
  /** Tells whoever watches what happens now. */
  say: (line: string) => void
}

/** What a run has shown. */
export type Outcome = {
  injected: number
  /** Movements answered with 201, each counted once. */
  answered: number
  /** How often a movement was asked for again under its key, because no answer came or the answer was 503. */
  askedAgain: number
  /** Answered movements that the ledger does not have. */
  lost: number
  /** Movements that the ledger has and nobody asked for. */
  doubled: number
  /** The longest time without any answered movement while some were asked for. */
  longestOutageMs: number
  /** What a person had to do. */
  hands: number
  /** Whatever else is not as it has to be, a sentence each. */
  wrong: readonly string[]
  /** What else the table says of the run. */
  notes: readonly string[]
}

export type Scenario = {
  name: string
  /** What goes wrong, as the table says it. */
  fault: string
  recoveredBy: string
  /** For `npm run ground`. */
  short: Size
  /** For `npm run chaos`. */
  long: Size
  run(order: Order): Promise<Outcome>
}

export function isAsItHasToBe({ lost, doubled, hands, wrong }: Outcome): boolean {
  return lost === 0 && doubled === 0 && hands === 0 && wrong.length === 0
}

const header = [
  '| fault | injected | answered | lost | doubled | longest outage | recovered by |',
  '|---|---|---|---|---|---|---|',
]

/** The table of docs/reliability.md. */
export function tableOf(runs: readonly { scenario: Scenario; outcome: Outcome }[]): string {
  return [...header, ...runs.map(({ scenario, outcome }) => rowOf(scenario, outcome))].join('\n')
}

function rowOf({ fault, recoveredBy }: Scenario, outcome: Outcome): string {
  const { injected, answered, lost, doubled, longestOutageMs, hands, notes } = outcome
  const outage = `${(longestOutageMs / 1_000).toFixed(1)} s`
  const by = [`${recoveredBy} (hands: ${hands})`, ...notes].join('; ')
  return `| ${[fault, injected, answered, lost, doubled, outage, by].join(' | ')} |`
}
