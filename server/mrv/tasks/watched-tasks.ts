import { createHash } from 'node:crypto'
import type { Changes } from '#server/infra/db/changes.ts'
import { type Database, inTenant } from '#server/infra/db/database.ts'
import { watchHub } from '#server/infra/db/watch-hub.ts'
import type { Log } from '#server/infra/log.ts'
import type { Reader as TaskReader } from './tasks.store.ts'
import { signsOf } from './watched-tasks.store.ts'

type Reader = Omit<TaskReader, 'userId'>

type Watcher = {
  reader: Reader
  /** Called after each query; the version changes with the tasks. */
  notify: (version: string) => void
}

/** Open pages of this process. */
export type WatchedTasks = {
  /** Returns an unsubscribe function. */
  watch(tenantId: string, watcher: Watcher): () => void
}

/** Collects further changes. */
const gatherMs = 250
/** Polls for tasks that begin by date. */
const lookEveryMs = 20_000
/** Queries once per changed registry, whatever the number of pages. */
export function watchedTasks(deps: { sql: Database; log: Log; waitingChanges: Changes }): WatchedTasks {
  const hub = watchHub<Watcher>({
    changes: deps.waitingChanges,
    look: (tenantId, watching) => look(deps.sql, tenantId, watching),
    log: deps.log,
    gatherMs,
    lookEveryMs,
  })
  return {
    watch(tenantId, watcher) {
      const unsubscribe = hub.watch(tenantId, watcher)
      hub.ring(tenantId)
      return unsubscribe
    },
  }
}

async function look(sql: Database, tenantId: string, watching: readonly Watcher[]): Promise<void> {
  const readers = watching.map(({ reader }) => reader)
  const signs = await inTenant(sql, tenantId, (tx) =>
    signsOf(tx, tenantId, {
      accountIds: [...new Set(readers.flatMap(({ accountIds }) => accountIds))].sort(),
      registry: readers.some(({ isTenantAdmin }) => isTenantAdmin),
    }),
  )
  for (const { reader, notify } of watching) notify(versionFor(reader, signs))
}

function versionFor({ accountIds, isTenantAdmin }: Reader, signs: ReadonlyMap<string | null, string>): string {
  const ownSigns = [...accountIds, ...(isTenantAdmin ? [null] : [])].map((account) => signs.get(account) ?? '')
  return createHash('sha256').update(ownSigns.join('\n')).digest('base64url').slice(0, 16)
}
