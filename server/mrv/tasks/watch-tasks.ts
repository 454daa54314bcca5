import type { Readable } from 'node:stream'
import { eventStreamOf } from '#server/people/tenants/event-stream.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import type { WatchedTasks } from './watched-tasks.ts'

/**
 * Streams a word for what waits on the caller as server-sent events: another word, another list, which the page then reads again.
 * Whose rights change has its stream ended and asks anew.
 */
export async function watchTasksOf(deps: UnitsDeps, watched: WatchedTasks, actor: Actor): Promise<Readable> {
  const { tenantId, accountIds, isTenantAdmin } = actor
  const events = await eventStreamOf(deps, tenantId)
  const reader = { userId: userIdOf(actor), accountIds, isTenantAdmin }
  events.whenOver(watched.watch(tenantId, { reader, told: events.tell, over: () => events.end() }))
  return events.readable
}
