import { AsyncResource } from 'node:async_hooks'

type Limits = {
  /** Maximum running jobs, in total and per caller. */
  atOnce: number
  ofOne?: number
  /** Maximum waiting jobs and time; no time limit without `waitMs`. */
  waiting: number
  waitMs?: number
  /** The error of refused jobs. */
  crowded: () => Error
}

type Work = {
  caller: string
  begin(): void
  refuse(crowded: Error): void
  state: 'waiting' | 'running' | 'over'
  late?: NodeJS.Timeout
}

export type FairGate = {
  /**
   * Calls `begin` when a place is free, or else `refuse`. Returns a function that ends the job, even while it waits.
   */
  enter(caller: string, begin: () => void, refuse: (crowded: Error) => void): () => void
  /** Fails with `crowded` if refused. */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>
  load(): { running: number; waiting: number; callers: number }
}

/**
 * Limits concurrent jobs. Callers take turns; if too many jobs wait, the newest of the caller with the most is refused.
 * So a busy caller delays only itself.
 */
export function fairGate({ atOnce, ofOne = atOnce, waiting, waitMs, crowded }: Limits): FairGate {
  const runningOf = new Map<string, number>()
  const lines = new Map<string, Work[]>()
  let running = 0
  let waits = 0

  function mayRun(caller: string): boolean {
    return running < atOnce && (runningOf.get(caller) ?? 0) < ofOne
  }

  function start(work: Work): void {
    running += 1
    runningOf.set(work.caller, (runningOf.get(work.caller) ?? 0) + 1)
    work.state = 'running'
    work.begin()
  }

  function wait(work: Work): void {
    const own = lines.get(work.caller)?.length ?? 0
    if (waits >= waiting) {
      const longest = [...lines.values()].reduce<Work[]>((most, line) => (line.length > most.length ? line : most), [])
      const newest = longest.length > own ? longest.at(-1) : undefined
      if (!newest) {
        refuse(work)
        return
      }
      leaveLine(newest)
      refuse(newest)
    }
    waits += 1
    lines.set(work.caller, [...(lines.get(work.caller) ?? []), work])
    // Another job's end starts this one, which needs its own async context.
    const begin = AsyncResource.bind(work.begin)
    work.begin = () => queueMicrotask(begin)
    work.refuse = AsyncResource.bind(work.refuse)
    if (waitMs === undefined) return
    work.late = setTimeout(() => {
      leaveLine(work)
      refuse(work)
    }, waitMs).unref()
  }

  function refuse(work: Work): void {
    work.state = 'over'
    work.refuse(crowded())
  }

  function leaveLine(work: Work): void {
    clearTimeout(work.late)
    waits -= 1
    const rest = (lines.get(work.caller) ?? []).filter((each) => each !== work)
    if (rest.length > 0) lines.set(work.caller, rest)
    else lines.delete(work.caller)
  }

  function next(): void {
    for (const [caller, line] of lines) {
      const [work] = line
      if (!work || !mayRun(caller)) continue
      leaveLine(work)
      const rest = lines.get(caller)
      lines.delete(caller)
      if (rest) lines.set(caller, rest)
      start(work)
      return
    }
  }

  function end(work: Work): void {
    const { state, caller } = work
    work.state = 'over'
    if (state === 'waiting') leaveLine(work)
    if (state !== 'running') return
    running -= 1
    const others = (runningOf.get(caller) ?? 1) - 1
    if (others > 0) runningOf.set(caller, others)
    else runningOf.delete(caller)
    if (waits > 0) next()
  }

  function enter(caller: string, begin: () => void, refuse: (crowded: Error) => void): () => void {
    const work: Work = { caller, begin, refuse, state: 'waiting' }
    if (mayRun(caller)) start(work)
    else wait(work)
    return () => end(work)
  }

  return {
    enter,
    async run(caller, work) {
      let leave = () => {}
      await new Promise<void>((begin, refuse) => {
        leave = enter(caller, begin, refuse)
      })
      try {
        return await work()
      } finally {
        leave()
      }
    },
    load: () => ({ running, waiting: waits, callers: new Set([...runningOf.keys(), ...lines.keys()]).size }),
  }
}
