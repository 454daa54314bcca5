import { PassThrough, type Readable } from 'node:stream'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { nullOn } from '#shared/rules/failure.ts'
import { type LookupDeps, tenantOf } from './tenants.ts'

const heartbeatMs = 20_000
/** A registry that is suspended ends its streams within this time and that for which tenants are remembered. */
const lookForTenantMs = 4_000
/** How long a stream lasts; a page that is still open then asks again by itself. */
const longestMs = 10 * 60_000

/** Server-sent events of one registry for one page. */
export type EventStream = {
  readable: Readable
  /** Sends a line as an event, unless it is the one that was sent last. */
  tell(line: string): void
  /** Sends that nothing more will come, if `isDone`, and closes the stream; the page asks again if it is not done. */
  end(isDone?: boolean): void
  /** Calls this once the stream is over. */
  whenOver(release: () => void): void
}

/** Opens a stream. It ends by itself after ten minutes, when the registry is suspended and when the process stops. */
export async function eventStreamOf(
  deps: LookupDeps & Pick<InfraDeps, 'streamsEnd'>,
  tenantId: string,
): Promise<EventStream> {
  await tenantOf(deps, tenantId)
  const stream = new PassThrough()
  let told: string | null = null
  const end = (isDone = false) => {
    if (stream.writableEnded) return
    if (isDone) stream.write('event: end\ndata: {}\n\n')
    stream.end()
  }
  const stop = () => end()
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
  const tenantLook = setInterval(() => {
    tenantOf(deps, tenantId)
      .catch(nullOn('not_found'))
      .then(
        (tenant) => tenant ?? end(),
        () => {},
      )
  }, lookForTenantMs)
  const limit = setTimeout(stop, longestMs)
  deps.streamsEnd.addEventListener('abort', stop)
  stream.once('close', () => {
    deps.streamsEnd.removeEventListener('abort', stop)
    clearInterval(heartbeat)
    clearInterval(tenantLook)
    clearTimeout(limit)
  })
  stream.write('retry: 3000\n\n')
  if (deps.streamsEnd.aborted) end()
  return {
    readable: stream,
    tell(line) {
      if (!stream.writableEnded && line !== told) stream.write(`data: ${line}\n\n`)
      told = line
    },
    end,
    whenOver: (release) => void stream.once('close', release),
  }
}
