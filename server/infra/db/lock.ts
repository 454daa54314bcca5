import type { Addresses } from './addresses.ts'
import type { ConnectionOptions } from './connection.ts'
import { openPersistentConnection, type RunQuery } from './persistent-connection.ts'

export type AdvisoryLock = {
  /** After the first attempt or `end`. */
  attempted: Promise<void>
  /** As far as this process knows: the lock ends with its connection. */
  isHeld(): boolean
  end(): Promise<void>
}

const beatMs = 1_000

/** Competes for an advisory lock on its own connection. Calls `changed` when the lock is taken or lost. */
export function lockOn(
  addresses: Addresses,
  options: ConnectionOptions,
  key: number,
  changed: () => void,
): AdvisoryLock {
  const attempted = Promise.withResolvers<void>()
  let isHeld = false
  const become = (held: boolean) => {
    if (isHeld === held) return
    isHeld = held
    changed()
  }
  async function take(query: RunQuery): Promise<void> {
    const [row] = await query(`select pg_try_advisory_lock(${key}) as ours`)
    become(row?.ours === true)
    attempted.resolve()
  }
  const connection = openPersistentConnection(addresses, options, {
    begin: take,
    beat: (query) => (isHeld ? query('select 1') : take(query)),
    beatMs,
    lost: () => become(false),
  })
  return {
    attempted: attempted.promise,
    isHeld: () => isHeld,
    async end() {
      attempted.resolve()
      await connection.end()
    },
  }
}
