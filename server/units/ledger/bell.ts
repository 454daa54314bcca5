import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Sql } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'

/** The channel on which the hash chain hears of movements. */
export const recordedChannel = 'recorded'

/** Tells them once the transaction of `tx` commits: for what records many movements at a time. */
export async function tellWhenCommitted(tx: Sql): Promise<void> {
  await tx`select pg_notify(${recordedChannel}, '')`
}

/** How long rings gather behind the first one. */
const gatherMs = 50

/** Tells all processes that movements were recorded. */
export type Bell = { ring(): void; stop(): Promise<void> }

/**
 * A bell that is rung after each movement has committed. Notifying within the movement would have every commit of the database
 * wait for the others; so the first ring notifies at once, in a transaction of its own, and those that come meanwhile share the
 * next one. A ring that is lost is made good by the linker's own look.
 */
export function movementBell(sql: Database, log: Log): Bell {
  let telling: Promise<void> | null = null
  let isDue = false

  async function tell(): Promise<void> {
    while (isDue) {
      isDue = false
      await tellWhenCommitted(sql).catch((error: unknown) =>
        log.warn({ reason: String(error) }, 'Movements are linked a moment later: a ring was lost.'),
      )
      await pause(gatherMs)
    }
    telling = null
  }
  return {
    ring() {
      isDue = true
      telling ??= tell()
    },
    async stop() {
      await telling
    },
  }
}
