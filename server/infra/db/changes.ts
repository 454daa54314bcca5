import { aBell } from '../bell.ts'
import type { Database } from './database.ts'

type OnChange = (payload: string | null) => void

/** One LISTEN per process and channel, for all subscribers. */
export type Changes = {
  /** `onChange` receives each payload, or null if notifications may be lost. Returns the unsubscribe function. */
  subscribe: (onChange: OnChange) => () => void
  stop: () => Promise<void>
}

/** Notifies every subscriber with null after a reconnection. */
export async function changesOn(sql: Database, channel: string): Promise<Changes> {
  const subscribers = new Set<OnChange>()
  const notifyAll: OnChange = (payload) => {
    for (const onChange of subscribers) onChange(payload)
  }
  const unlisten = await sql.listen(channel, notifyAll, () => notifyAll(null))
  return {
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    stop: unlisten,
  }
}

/** `stop` waits for the current run. */
export type Worker = { stop(): Promise<void> }

type Work = {
  changes?: Changes
  /** Must catch its own errors; the next run retries. */
  work: (isStopped: () => boolean) => Promise<unknown>
  /** Also runs at this interval, in case a notification was lost. */
  lookEveryMs: number
}

/** Runs `work` at the start, at changes and at an interval; never two runs at once. */
export function workOnChanges({ changes, work, lookEveryMs }: Work): Worker {
  let isStopped = false
  const bell = aBell(async () => {
    if (!isStopped) await work(() => isStopped)
  })
  const unsubscribe = changes?.subscribe(bell.ring)
  const timer = setInterval(bell.ring, lookEveryMs)
  bell.ring()
  return {
    async stop() {
      isStopped = true
      unsubscribe?.()
      clearInterval(timer)
      await bell.stop()
    },
  }
}
