import type { Readable } from 'node:stream'
import type { Changes } from '#server/infra/db/changes.ts'
import { type Database, inTenant } from '#server/infra/db/database.ts'
import { watchHub } from '#server/infra/db/watch-hub.ts'
import type { EventStream } from '#server/infra/event-stream.ts'
import type { Log } from '#server/infra/log.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { signsOfFindings } from './desk.store.ts'
import { readable } from './verifications.ts'

type Watcher = { verificationId: string; send: (word: string) => void }

/** Collects further changes. */
const gatherMs = 250

/** Streams a word for a verification's findings; fails with `not_found` before the stream opens. */
export function watchedFindings({
  sql,
  log,
  waitingChanges,
}: {
  sql: Database
  log: Log
  waitingChanges: Changes
}): (actor: Actor, verificationId: string, open: () => EventStream) => Promise<Readable> {
  const hub = watchHub<Watcher>({
    changes: waitingChanges,
    look: async (tenantId, watching) => {
      const ids = [...new Set(watching.map(({ verificationId }) => verificationId))]
      const signs = await inTenant(sql, tenantId, (tx) => signsOfFindings(tx, tenantId, ids))
      for (const { verificationId, send } of watching) send(signs.get(verificationId) ?? '')
    },
    log,
    gatherMs,
  })
  return async (actor, verificationId, open) => {
    const { tenantId } = actor
    await inTenant(sql, tenantId, (tx) => readable(tx, actor, verificationId))
    const events = open()
    events.whenOver(hub.watch(tenantId, { verificationId, send: events.send }))
    hub.ring(tenantId)
    return events.readable
  }
}
