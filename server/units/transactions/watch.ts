import { PassThrough, type Readable } from 'node:stream'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { Failure, nullOn } from '#shared/rules/failure.ts'
import { type SettlementNow, settlementNow, transactionById } from './transactions.store.ts'
import type { Watched } from './watched.ts'

const heartbeatMs = 20_000
/** A registry that is suspended ends its streams within this time and that for which tenants are remembered. */
const lookForTenantMs = 4_000
/** How long a stream lasts; a page that is still open then asks again by itself. */
const longestMs = 10 * 60_000

/**
 * Streams the settlement state of a movement as server-sent events: the state now, each change, and the end once it is
 * confirmed or parked. The settler's notification wakes it; it never polls. It ends when its registry is suspended.
 */
export async function watchSettlementOf(
  deps: UnitsDeps,
  watched: Watched,
  id: string,
  tenantId: string | undefined,
): Promise<Readable> {
  const movement = await transactionById(deps.sql, id, tenantId ?? null)
  if (!movement) throw new Failure('not_found', 'There is no such record.')
  await tenantOf(deps, movement.tenantId)

  const stream = new PassThrough()
  let shown = ''
  const show = ({ state, reason, transactionHash }: SettlementNow) => {
    if (stream.writableEnded) return
    const event = JSON.stringify({ state, reason, transactionHash })
    if (event !== shown) stream.write(`data: ${event}\n\n`)
    shown = event
    if (state === 'confirmed' || state === 'parked') stream.end('event: end\ndata: {}\n\n')
  }
  const unwatch = watched.watch(movement, show)
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
  const tenantLook = setInterval(() => {
    const open = tenantOf(deps, movement.tenantId).catch(nullOn('not_found'))
    open.then(
      (tenant) => tenant ?? stream.end(),
      () => {},
    )
  }, lookForTenantMs)
  const end = () => void stream.end()
  const limit = setTimeout(end, longestMs)
  deps.streamsEnd.addEventListener('abort', end)
  stream.once('close', () => {
    deps.streamsEnd.removeEventListener('abort', end)
    unwatch()
    clearInterval(heartbeat)
    clearInterval(tenantLook)
    clearTimeout(limit)
  })
  stream.write('retry: 3000\n\n')
  // A change between the first look and the watching would be missed.
  const first = await settlementNow(deps.sql, [movement]).catch((error: unknown) => {
    stream.destroy()
    throw error
  })
  for (const now of first) show(now)
  if (deps.streamsEnd.aborted) end()
  return stream
}
