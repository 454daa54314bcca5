import { setTimeout as pause } from 'node:timers/promises'
import { aBell } from '#server/infra/bell.ts'
import { type Block, headOf } from '#server/infra/chain/chain.ts'
import type { Log } from '#server/infra/log.ts'
import { Refused } from '#server/infra/refused.ts'
import { passes } from '#server/infra/watched/channels.ts'
import { Failure } from '#shared/rules/failure.ts'
import { isOutage, type SettlerDeps } from './pass.ts'
import { startReconciling } from './reconciler.ts'
import { settleOnce } from './settler.ts'

export type Settlement = {
  /** Starts the next pass at once; committed movements do so themselves. */
  wake(): void
  /**
   * Resolves after a pass that began after the call; without a pass if another process settles. Fails with
   * `unavailable` without the chain.
   */
  pass(): Promise<void>
  /** Ends the running pass; begins no other. */
  stop(): Promise<void>
}

/** Intervals of passes, busy or idle; of looking for a new block; and of full reconciliation. */
export type Pace = { busyMs: number; idleMs: number; lookMs: number; reconcileMs: number }

const usualPace: Pace = { busyMs: 1_000, idleMs: 15_000, lookMs: 200, reconcileMs: 5 * 60_000 }
/** Rings within this time share a batch. */
const gatherMs = 100
/** One process settles under this lock. */
const settlerLock = 7_265_003

/** Sends movements to the chain, records results, and compares both. Never throws: logs failures and retries. */
export function startSettlement(deps: SettlerDeps, pace: Partial<Pace> = {}): Settlement {
  const { busyMs, idleMs, lookMs, reconcileMs } = { ...usualPace, ...pace }
  let isStopped = false
  let gathering: NodeJS.Timeout | undefined
  let resting = new AbortController()
  let waiters: PromiseWithResolvers<void>[] = []
  let trouble = ''
  const bell = aBell(pass)
  const lock = deps.sql.lock(settlerLock, wake)
  // A pass without the lock stores nothing. What it sends is harmless: nonces are unique, and the contract executes an
  // operation id once.
  const lockedDeps = () => ({ ...deps, sql: lock.sql })
  const listening = deps.sql.listen('settlement', wake)
  listening.catch((error: unknown) =>
    deps.log.warn({ err: error }, 'The settler learns of movements by its timer only.'),
  )
  const reconciler = startReconciling(lockedDeps, { reconcileMs })

  function wake(): void {
    if (!isStopped) gathering ??= setTimeout(bell.ring, gatherMs)
  }

  async function pass(): Promise<void> {
    if (isStopped) return
    clearTimeout(gathering)
    gathering = undefined
    resting.abort()
    resting = new AbortController()
    const asked = waiters
    waiters = []
    const startedAt = performance.now()
    const rest = await once().then(
      (found) => {
        for (const waiter of asked) waiter.resolve()
        trouble = ''
        return found
      },
      (error: unknown): Rest => {
        for (const waiter of asked) waiter.reject(outageOf(error))
        // A repeated error is logged once.
        if (trouble !== String(error)) logTrouble(deps.log, error)
        trouble = String(error)
        return { ms: busyMs }
      },
    )
    void ringAfter({ ...rest, ms: Math.max(0, rest.ms - (performance.now() - startedAt)) }, resting.signal)
  }

  async function once(): Promise<Rest> {
    await lock.attempted
    if (!lock.isHeld()) return { ms: idleMs }
    const passed = await passes.tracePromise(() => settleOnce(lockedDeps()), { name: 'settlement pass' })
    reconciler.learn(passed)
    return passed.isQuiet ? { ms: idleMs } : { ms: busyMs, until: (signal) => blockAfter(passed.head, signal) }
  }

  /** Waiting transactions, and batches without room, need the next block. */
  async function blockAfter({ hash }: Block, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(lookMs, undefined, { signal }).catch(() => {})
      // The next pass reports an unreachable chain.
      const head = signal.aborted ? null : await headOf(deps.chain).catch(() => null)
      if (head && head.hash !== hash) return
    }
  }

  /** The signal aborts when the next pass begins. */
  async function ringAfter({ ms, until }: Rest, signal: AbortSignal): Promise<void> {
    const rested = pause(ms, undefined, { signal }).catch(() => {})
    await (until ? Promise.race([rested, until(signal)]) : rested)
    if (!signal.aborted) bell.ring()
  }

  bell.ring()
  return {
    wake,
    pass() {
      if (isStopped) return Promise.reject(new Failure('unavailable', 'The registry is stopping.'))
      const waiter = Promise.withResolvers<void>()
      waiters.push(waiter)
      bell.ring()
      return waiter.promise
    },
    async stop() {
      isStopped = true
      clearTimeout(gathering)
      await bell.stop()
      resting.abort()
      for (const waiter of waiters) waiter.resolve()
      await reconciler.stop()
      await lock.end()
      await listening.then((unlisten) => unlisten()).catch(() => {})
    },
  }
}

/** `until` may end the rest early; the signal stops `until`. */
type Rest = { ms: number; until?: (signal: AbortSignal) => Promise<void> }

function logTrouble(log: Log, error: unknown): void {
  if (isOutage(error)) log.warn({ err: error }, 'Settlement waits: a pass failed.')
  else log.error({ err: error }, 'Settlement stands still.')
}

/** Callers see an error in our settings as an outage. */
function outageOf(error: unknown): unknown {
  return error instanceof Refused ? new Failure('unavailable', 'The registry does not settle now.') : error
}
