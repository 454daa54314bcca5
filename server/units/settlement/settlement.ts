import { setTimeout as pause } from 'node:timers/promises'
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

/** How often the chain is read: while something waits for it, and while nothing does; and how often all of it is reconciled. */
export type Pace = { busyMs: number; idleMs: number; reconcileMs: number }

const usualPace: Pace = { busyMs: 1_000, idleMs: 15_000, reconcileMs: 5 * 60_000 }
/** How long a ring waits for others, so that what comes together goes into one batch. */
const gatherMs = 100
/** The key of the lock under which one process settles while the others wait: any number, the same in all of them. */
const settlerLock = 7_265_003

/**
 * Starts settling: carries recorded movements to the chain, records what the chain says, and has the two compared beside
 * that. Never throws: what fails is logged and tried again.
 */
export function startSettlement(deps: SettlerDeps, pace: Partial<Pace> = {}): Settlement {
  const { busyMs, idleMs, reconcileMs } = { ...usualPace, ...pace }
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

  async function once(): Promise<number> {
    await lock.asked
    if (!lock.isOurs()) return idleMs
    const passed = await passes.tracePromise(() => settleOnce(ours()), { name: 'settlement pass' })
    reconciler.learn(passed)
    return passed.isQuiet ? idleMs : busyMs
  }

  const running = (async () => {
    while (!bell.isStopped()) {
      const asked = bell.takeAskers()
      const startedAt = performance.now()
      const waitMs = await once().then(
        (ms) => {
          asked.resolve()
          trouble = ''
          return ms
        },
        (error: unknown) => {
          asked.reject(outageOf(error))
          // What stays the same is logged once, however often it is met.
          if (trouble !== String(error)) logTrouble(deps.log, error)
          trouble = String(error)
          return busyMs
        },
      )
      await bell.wait(Math.max(0, waitMs - (performance.now() - startedAt)))
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

/** What the settler's loop waits on: a time, a ring, or the end. It also knows who waits for the pass that follows. */
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
    async wait(ms: number): Promise<void> {
      await pause(ms, undefined, { signal: ringing.signal }).catch(() => {})
      if (!stopped && askers.length === 0) await pause(gatherMs)
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
