import { PassThrough, type Readable } from 'node:stream'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { Failure, nullOn } from '#shared/rules/failure.ts'
import { transactionById } from './transactions.store.ts'

const heartbeatMs = 20_000
/** A registry that is suspended ends its streams within this time and that for which tenants are remembered. */
const lookForTenantMs = 4_000
/** How long until a look that a crowd prevented is tried again, at random, so that not all try at once. */
const againWithinMs = 2_000
/** How long a stream lasts; a page that is still open then asks again by itself. */
const longestMs = 10 * 60_000

/**
 * Streams the settlement state of a movement as server-sent events: the state now, each change, and the end once it is
 * confirmed or parked. The settler's notification wakes it; it never polls. It ends when its registry is suspended.
 */
export async function watchSettlementOf(deps: UnitsDeps, id: string, tenantId: string | undefined): Promise<Readable> {
  const first = await transactionById(deps.sql, id, tenantId ?? null)
  if (!first) throw new Failure('not_found', 'There is no such record.')
  await tenantOf(deps, first.tenantId)

  const stream = new PassThrough()
  let shown = ''
  const sendState = async () => {
    const row = await transactionById(deps.sql, id, first.tenantId)
    if (!row || stream.writableEnded) return
    const event = JSON.stringify({ state: row.state, reason: row.stateReason, transactionHash: row.transactionHash })
    if (event !== shown) stream.write(`data: ${event}\n\n`)
    shown = event
    if (row.state === 'confirmed' || row.state === 'parked') stream.end('event: end\ndata: {}\n\n')
  }
  let again: NodeJS.Timeout | undefined
  const look = () => {
    clearTimeout(again)
    sendState().catch((error: unknown) => {
      deps.log.warn({ reason: String(error) }, 'A stream of events looks again later.')
      if (!stream.closed) again = setTimeout(look, Math.random() * againWithinMs)
    })
  }
  const unwatch = deps.settlementChanges.subscribe(look)
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
  const tenantLook = setInterval(() => {
    const open = tenantOf(deps, first.tenantId).catch(nullOn('not_found'))
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
    clearTimeout(again)
    clearTimeout(limit)
  })
  stream.write('retry: 3000\n\n')
  await sendState()
  if (deps.streamsEnd.aborted) end()
  return stream
}
