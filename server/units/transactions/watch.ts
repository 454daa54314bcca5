import { PassThrough, type Readable } from 'node:stream'
import type { UnitsDeps } from '#server/units/deps.ts'
import { Failure } from '#shared/rules/failure.ts'
import { transactionById } from './transactions.store.ts'

const heartbeatMs = 20_000
/** How long a stream lasts; a page that is still open then asks again by itself. */
const longestMs = 10 * 60_000

/**
 * Streams the settlement state of a movement as server-sent events: the state now, each change, and the end once it is
 * confirmed or parked. The settler's notification wakes it; it never polls.
 */
export async function watchSettlementOf(deps: UnitsDeps, id: string, tenantId: string | undefined): Promise<Readable> {
  const first = await transactionById(deps.sql, id, tenantId ?? null)
  if (!first) throw new Failure('not_found', 'There is no such record.')

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
  const unwatch = deps.settlementChanges.subscribe(() => {
    sendState().catch((error: unknown) => stream.destroy(error instanceof Error ? error : undefined))
  })
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
  const end = () => void stream.end()
  const limit = setTimeout(end, longestMs)
  deps.streamsEnd.addEventListener('abort', end)
  stream.once('close', () => {
    deps.streamsEnd.removeEventListener('abort', end)
    unwatch()
    clearInterval(heartbeat)
    clearTimeout(limit)
  })
  stream.write('retry: 3000\n\n')
  await sendState()
  if (deps.streamsEnd.aborted) end()
  return stream
}
