import type { Addresses } from './addresses.ts'
import type { ConnectionOptions } from './connection.ts'
import { type Ask, keepConnection } from './kept-connection.ts'

export type AdvisoryLock = {
  /** After the first attempt or `end`. */
  asked: Promise<void>
  /** As far as this process knows: the lock ends with its connection. */
  isOurs(): boolean
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
