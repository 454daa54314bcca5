import type { Readable } from 'node:stream'
import type { EventStream } from '#server/infra/event-stream.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { WatchedTasks } from './watched-tasks.ts'

/** Server-sent events with a version of the tasks; on a new version, the page reloads them. */
export function watchTasksOf(watched: WatchedTasks, actor: Actor, events: EventStream): Readable {
  const { tenantId, accountIds, isTenantAdmin } = actor
  events.whenOver(watched.watch(tenantId, { reader: { accountIds, isTenantAdmin }, notify: events.send }))
  return events.readable
}
