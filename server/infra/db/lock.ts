import type { Addresses } from './addresses.ts'
import type { ConnectionOptions } from './connection.ts'
import { type Ask, keepConnection } from './kept-connection.ts'

export type AdvisoryLock = {
  /** Resolves once PostgreSQL has said for the first time whether the lock is ours, or `end` was called. */
  asked: Promise<void>
  /** Whether the lock is ours, as far as this process knows: PostgreSQL ends a lock with its connection, unasked. */
  isOurs(): boolean
  end(): Promise<void>
}

/** How often a lock that is another one's is asked for, and the connection of ours is looked after. */
const beatMs = 1_000

/**
 * Asks for an advisory lock again and again, on a connection of its own: the lock lives as long as that. `changed` is called
 * when it was taken and when it was lost.
 */
export function lockOn(
  addresses: Addresses,
  options: ConnectionOptions,
  key: number,
  changed: () => void,
): AdvisoryLock {
  const asked = Promise.withResolvers<void>()
  let isOurs = false
  const become = (ours: boolean) => {
    if (isOurs === ours) return
    isOurs = ours
    changed()
  }
  async function take(ask: Ask): Promise<void> {
    const [row] = await ask(`select pg_try_advisory_lock(${key}) as ours`)
    become(row?.ours === true)
    asked.resolve()
  }
  const kept = keepConnection(addresses, options, {
    begin: take,
    beat: (ask) => (isOurs ? ask('select 1') : take(ask)),
    beatMs,
    lost: () => become(false),
  })
  return {
    asked: asked.promise,
    isOurs: () => isOurs,
    async end() {
      asked.resolve()
      await kept.end()
    },
  }
}
