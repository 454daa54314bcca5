import type { Readable } from 'node:stream'
import type { EventStream } from '#server/infra/event-stream.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type SettlementNow, settlementNow, transactionById } from './transactions.store.ts'
import type { Watched } from './watched.ts'

/**
 * Streams server-sent events: the current state, each change, and the end when confirmed or parked. The settler's
 * notifications drive the stream, without polling.
 */
export async function watchSettlementOf(
  deps: LookupDeps,
  watched: Watched,
  id: string,
  tenantId: string | undefined,
  open: (tenantId: string) => EventStream,
): Promise<Readable> {
  const movement = await transactionById(deps.sql, id, tenantId ?? null)
  if (!movement) throw new Failure('not_found', 'There is no such record.', because('noSuch.record'))
  await tenantOf(deps, movement.tenantId)
  const events = open(movement.tenantId)
  const show = ({ state, reason, transactionHash }: SettlementNow) => {
    events.send(JSON.stringify({ state, reason, transactionHash }))
    if (state === 'confirmed' || state === 'parked') events.end(true)
  }
  events.whenOver(watched.watch(movement, show))
  // After the watch begins, so that no change is missed.
  const first = await settlementNow(deps.sql, [movement]).catch((error: unknown) => {
    events.readable.destroy()
    throw error
  })
  for (const now of first) show(now)
  return events.readable
}
