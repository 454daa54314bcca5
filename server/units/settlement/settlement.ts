import { setTimeout as pause } from 'node:timers/promises'
import { type Block, headOf } from '#server/infra/chain/chain.ts'
import type { Log } from '#server/infra/log.ts'
import { Refused } from '#server/infra/refused.ts'
import { passes } from '#server/infra/watched/channels.ts'
import { Failure } from '#shared/rules/failure.ts'
import { startReconciling } from './reconciler.ts'
import { isOutage, type SettlerDeps, settleOnce } from './settler.ts'

/** The settler, running behind the writes. */
export type Settlement = {
  /** Lets the next pass begin at once; movements do that themselves when they commit. */
  wake(): void
  /**
   * Resolves when a pass that began after this call has ended: the database then says what the chain said. Fails with
   * `unavailable` when the chain did not answer. Where another process settles, it resolves without a pass of ours.
   */
  pass(): Promise<void>
  /** Lets the pass under way end, begins no other, and resolves. */
  stop(): Promise<void>
}

/**
 * How often the chain is read: while something waits for it, and while nothing does; how often its newest block is looked for
 * meanwhile; and how often all of it is reconciled.
 */
export type Pace = { busyMs: number; idleMs: number; lookMs: number; reconcileMs: number }

const usualPace: Pace = { busyMs: 1_000, idleMs: 15_000, lookMs: 200, reconcileMs: 5 * 60_000 }
/** How long a ring waits for others, so that what comes together goes into one batch. */
const gatherMs = 100
/** The key of the lock under which one process settles while the others wait: any number, the same in all of them. */
const settlerLock = 7_265_003

/**
 * Starts settling: carries recorded movements to the chain, records what the chain says, and has the two compared beside
 * that. Never throws: what fails is logged and tried again.
 */
export function startSettlement(deps: SettlerDeps, pace: Partial<Pace> = {}): Settlement {
  const { busyMs, idleMs, lookMs, reconcileMs } = { ...usualPace, ...pace }
  const bell = aBell()
  const lock = deps.sql.lock(settlerLock, bell.ring)
  // A pass that has lost the lock stores nothing more. What it sends meanwhile does no harm: no two batches have one nonce, and
  // the contract carries an operation id out once.
  const ours = () => ({ ...deps, sql: lock.sql })
  const listening = deps.sql.listen('settlement', bell.ring)
  listening.catch((error: unknown) =>
    deps.log.warn({ err: error }, 'The settler learns of movements by its timer only.'),
  )
  const reconciler = startReconciling(ours, { reconcileMs })
  let trouble = ''

  async function once(): Promise<Rest> {
    await lock.asked
    if (!lock.isOurs()) return { ms: idleMs }
    const passed = await passes.tracePromise(() => settleOnce(ours()), { name: 'settlement pass' })
    reconciler.learn(passed)
    return passed.isQuiet ? { ms: idleMs } : { ms: busyMs, until: (signal) => blockAfter(passed.head, signal) }
  }

  /** What waits for the chain waits for its next block, and so do the batches for which there was no room. */
  async function blockAfter({ hash }: Block, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(lookMs, undefined, { signal }).catch(() => {})
      // That the chain does not answer is for the next pass to say.
      const head = signal.aborted ? null : await headOf(deps.chain).catch(() => null)
      if (head && head.hash !== hash) return
    }
  }

  const running = (async () => {
    while (!bell.isStopped()) {
      const asked = bell.takeAskers()
      const startedAt = performance.now()
      const rest = await once().then(
        (found) => {
          asked.resolve()
          trouble = ''
          return found
        },
        (error: unknown): Rest => {
          asked.reject(outageOf(error))
          // What stays the same is logged once, however often it is met.
          if (trouble !== String(error)) logTrouble(deps.log, error)
          trouble = String(error)
          return { ms: busyMs }
        },
      )
      await bell.wait({ ...rest, ms: Math.max(0, rest.ms - (performance.now() - startedAt)) })
    }
    bell.takeAskers().resolve()
    await reconciler.stop()
    await lock.end()
    await listening.then((unlisten) => unlisten()).catch(() => {})
  })()

  return {
    wake: bell.ring,
    pass: bell.ask,
    async stop() {
      bell.stop()
      await running
    },
  }
}

/** What comes before the next pass: some time, or less where `until` resolves first; the signal tells it to stop. */
type Rest = { ms: number; until?: (signal: AbortSignal) => Promise<void> }

/** What the settler's loop waits on: a rest, a ring, or the end. It also knows who waits for the pass that follows. */
function aBell() {
  let stopped = false
  let ringing = new AbortController()
  let askers: PromiseWithResolvers<void>[] = []
  const ring = () => ringing.abort()
  return {
    ring,
    isStopped: () => stopped,
    stop() {
      stopped = true
      ring()
    },
    ask(): Promise<void> {
      if (stopped) return Promise.reject(new Failure('unavailable', 'The registry is stopping.'))
      const asker = Promise.withResolvers<void>()
      askers.push(asker)
      ring()
      return asker.promise
    },
    /** Takes over everybody who has asked until now, to resolve or reject them after the next pass. */
    takeAskers() {
      const asked = askers
      askers = []
      return {
        resolve() {
          for (const asker of asked) asker.resolve()
        },
        reject(error: unknown) {
          for (const asker of asked) asker.reject(error)
        },
      }
    },
    async wait({ ms, until }: Rest): Promise<void> {
      const over = new AbortController()
      const signal = AbortSignal.any([ringing.signal, over.signal])
      const resting = pause(ms, undefined, { signal }).catch(() => {})
      await (until ? Promise.race([resting, until(signal)]) : resting)
      over.abort()
      if (ringing.signal.aborted && !stopped && askers.length === 0) await pause(gatherMs)
      ringing = new AbortController()
    },
  }
}

function logTrouble(log: Log, error: unknown): void {
  if (isOutage(error)) log.warn({ err: error }, 'Settlement waits: a pass failed.')
  else log.error({ err: error }, 'Settlement stands still.')
}

/** What is wrong with our settings is an outage to callers who ask for a pass. */
function outageOf(error: unknown): unknown {
  return error instanceof Refused ? new Failure('unavailable', 'The registry does not settle now.') : error
}
