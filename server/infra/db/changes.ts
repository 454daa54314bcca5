import type { Database } from './database.ts'

type OnChange = (said: string | null) => void

/** A channel of PostgreSQL's notifications, which this process listens to once for all its subscribers. */
export type Changes = {
  /**
   * Calls `onChange` at each notification with what it says, and with null where one may have been missed; returns the function
   * that ends the subscription.
   */
  subscribe: (onChange: OnChange) => () => void
  stop: () => Promise<void>
}

/** Listens on a channel; after a lost connection every subscriber is called, as a notification may have been missed. */
export async function changesOn(sql: Database, channel: string): Promise<Changes> {
  const interested = new Set<OnChange>()
  const notifyAll: OnChange = (said) => {
    for (const onChange of interested) onChange(said)
  }
  const unlisten = await sql.listen(channel, notifyAll, () => notifyAll(null))
  return {
    subscribe(onChange) {
      interested.add(onChange)
      return () => interested.delete(onChange)
    },
    stop: unlisten,
  }
}

/** Something that works behind the writes until it is stopped. Stopping waits for the work under way. */
export type Worker = { stop(): Promise<void> }

type Work = {
  changes?: Changes
  /** Catches what goes wrong: the next change lets it try again. */
  work: (isStopped: () => boolean) => Promise<void>
  /** How often it also runs without a notification, in case one was missed, or where nothing notifies. */
  lookEveryMs: number
}

/** Runs work at the start, at every change and at a fixed interval; never twice at a time. */
export function workOnChanges({ changes, work, lookEveryMs }: Work): Worker {
  let running: Promise<void> | null = null
  let isDue = false
  let isStopped = false

  async function run(): Promise<void> {
    while (isDue && !isStopped) {
      isDue = false
      await work(() => isStopped)
    }
    running = null
  }
  const ring = () => {
    isDue = true
    running ??= run()
  }

  const unsubscribe = changes?.subscribe(ring)
  const timer = setInterval(ring, lookEveryMs)
  ring()
  return {
    async stop() {
      isStopped = true
      unsubscribe?.()
      clearInterval(timer)
      await running
    },
  }
}
