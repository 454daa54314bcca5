import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Changes } from '#server/infra/db/changes.ts'
import { type Database, inTenant } from '#server/infra/db/database.ts'
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
/** Random, so that processes do not retry together. */
const againWithinMs = 2_000

/** Queries once per changed registry, whatever the number of pages. */
export function watchedTasks(deps: { sql: Database; log: Log; waitingChanges: Changes }): WatchedTasks {
  const watching = new Map<string, Set<Watcher>>()
  const due = new Set<string>()
  let isLooking = false
  let stop = () => {}

  function ring(tenantIds: Iterable<string>): void {
    for (const tenantId of tenantIds) if (watching.has(tenantId)) due.add(tenantId)
    if (due.size > 0 && !isLooking) void lookAtDue()
  }

  async function lookAtDue(): Promise<void> {
    isLooking = true
    while (due.size > 0) {
      const [tenantId = ''] = due
      due.delete(tenantId)
      const failed = await look(deps.sql, tenantId, [...(watching.get(tenantId) ?? [])]).catch((error: unknown) => {
        deps.log.warn({ reason: String(error) }, 'Streams of tasks look again later.')
        if (watching.has(tenantId)) due.add(tenantId)
        return true
      })
      await pause(failed ? Math.random() * againWithinMs : gatherMs)
    }
    isLooking = false
  }

  function start(): void {
    const unsubscribe = deps.waitingChanges.subscribe((payload) => ring(payload === null ? watching.keys() : [payload]))
    const timer = setInterval(() => ring(watching.keys()), lookEveryMs)
    stop = () => {
      unsubscribe()
      clearInterval(timer)
    }
  }

  return {
    watch(tenantId, watcher) {
      if (watching.size === 0) start()
      const here = watching.get(tenantId) ?? new Set()
      watching.set(tenantId, here.add(watcher))
      ring([tenantId])
      return () => {
        here.delete(watcher)
        if (here.size > 0 || watching.get(tenantId) !== here) return
        watching.delete(tenantId)
        if (watching.size === 0) stop()
      }
    },
  }
}

async function look(sql: Database, tenantId: string, watching: readonly Watcher[]): Promise<void> {
  if (watching.length === 0) return
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
