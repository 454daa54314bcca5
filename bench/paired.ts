import { cpuOf, cpuWithChildren } from './cpu.ts'
import { type Line, median } from './lines.ts'

export type Side = {
  name: string
  round(): Promise<Round>
  /** The process whose CPU counts as ours. */
  pid?: number
}

export type Round = { calls: number; seconds: number }

/** Medians of the rounds; CPU milliseconds are per call. */
type Taken = { name: string; perSecond: number; nodeMs: number; postgresMs: number }

/** `ratio`: our calls per second to the limit's, the median of the pairs. */
export type Paired = { ours: Taken; limit: Taken; ratio: number; ratios: number[] }

const usualPairs = 5

/** Alternates ours and the limit, so that other load affects both. The first pair is a warm-up. */
export async function paired(
  postgresPid: number,
  { ours, limit, pairs = usualPairs }: { ours: Side; limit: Side; pairs?: number },
): Promise<Paired> {
  const rounds: { ours: RoundCost; limit: RoundCost }[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const taken = { ours: await roundOf(postgresPid, ours), limit: await roundOf(postgresPid, limit) }
    if (pair > 0) rounds.push(taken)
  }
  const ratios = rounds.map((round) => round.ours.perSecond / round.limit.perSecond)
  const takenOf = (name: string, costs: RoundCost[]): Taken => ({
    name,
    perSecond: median(costs.map((cost) => cost.perSecond)),
    nodeMs: median(costs.map((cost) => cost.nodeMs)),
    postgresMs: median(costs.map((cost) => cost.postgresMs)),
  })
  return {
    ours: takenOf(
      ours.name,
      rounds.map((round) => round.ours),
    ),
    limit: takenOf(
      limit.name,
      rounds.map((round) => round.limit),
    ),
    ratio: median(ratios),
    ratios,
  }
}

type RoundCost = { perSecond: number; nodeMs: number; postgresMs: number }

async function roundOf(postgresPid: number, { round, pid = process.pid }: Side): Promise<RoundCost> {
  const before = [await cpuOf(pid), await cpuWithChildren(postgresPid)]
  const { calls, seconds } = await round()
  const after = [await cpuOf(pid), await cpuWithChildren(postgresPid)]
  const [nodeMs, postgresMs] = after.map((until, at) => ((until - before[at]!) * 1_000) / calls)
  return { perSecond: calls / seconds, nodeMs: nodeMs!, postgresMs: postgresMs! }
}

/** Compares calls per second for `atLeast`, time per call for `atMost`. */
export function lineOf(name: string, goal: Line['goal'], { ours, limit, ratio, ratios }: Paired): Line {
  const isTime = 'atMost' in goal
  const shown = ({ perSecond }: Taken) =>
    isTime ? `${(1_000 / perSecond).toFixed(2)} ms` : `${perSecond.toFixed(0)}/s`
  const all = isTime ? ratios.map((each) => 1 / each) : ratios
  return {
    name,
    measured: shown(ours),
    limit: `${limit.name} ${shown(limit)}`,
    ratio: isTime ? 1 / ratio : ratio,
    goal,
    pairs: {
      count: ratios.length,
      lowest: Math.min(...all),
      highest: Math.max(...all),
      cpu: `node ${ms(ours.nodeMs)} of ${ms(limit.nodeMs)}, PostgreSQL ${ms(ours.postgresMs)} of ${ms(limit.postgresMs)}`,
    },
  }
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`
}

/** Runs `call` repeatedly on each connection. */
export async function crowdOf(
  connections: number,
  seconds: number,
  call: (connection: number) => Promise<unknown>,
): Promise<Round> {
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  let calls = 0
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < endsAt) {
        await call(connection)
        calls += 1
      }
    }),
  )
  return { calls, seconds: (performance.now() - startedAt) / 1_000 }
}
