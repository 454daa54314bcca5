import { aBell, type Bell } from '#server/infra/bell.ts'
import type { Database, Sql } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'

/** Wakes the linker of the hash chain. */
export const recordedChannel = 'recorded'

/** Notifies on commit of `tx`; for code that records many movements at once. */
export async function notifyWhenCommitted(tx: Sql): Promise<void> {
  await tx`select pg_notify(${recordedChannel}, '')`
}

/** Rings within this time share one notification. */
const gatherMs = 50

/**
 * Ring after the commit: notifying within the movement would make commits wait for each other. The first ring notifies
 * at once; later rings share the next notification. The linker's timer makes up for lost rings.
 */
export function movementBell(sql: Database, log: Log): Bell {
  const notify = () =>
    notifyWhenCommitted(sql).catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'Movements are linked a moment later: a ring was lost.'),
    )
  return aBell(notify, gatherMs)
}
