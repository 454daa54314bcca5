export type Size = { times: number; movements: number }

export type Order = Size & {
  /** Seeded numbers from 0 up to 1. */
  random: () => number
  report: (line: string) => void
}

export type Outcome = {
  injected: number
  /** Movements answered with 201. */
  answered: number
  /** Retries after no answer or a 503. */
  retried: number
  /** Answered movements missing in the ledger. */
  lost: number
  /** Movements in the ledger that nobody requested. */
  doubled: number
  /** The longest time without an answered movement under load. */
  longestOutageMs: number
  /** Manual interventions. */
  hands: number
  wrong: readonly string[]
  notes: readonly string[]
}

export type Scenario = {
  name: string
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

export function tableOf(runs: readonly { scenario: Scenario; outcome: Outcome }[]): string {
  return [...header, ...runs.map(({ scenario, outcome }) => rowOf(scenario, outcome))].join('\n')
}

function rowOf({ fault, recoveredBy }: Scenario, outcome: Outcome): string {
  const { injected, answered, lost, doubled, longestOutageMs, hands, notes } = outcome
  const outage = `${(longestOutageMs / 1_000).toFixed(1)} s`
  const by = [`${recoveredBy} (hands: ${hands})`, ...notes].join('; ')
  return `| ${[fault, injected, answered, lost, doubled, outage, by].join(' | ')} |`
}
