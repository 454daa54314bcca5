import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { EndedSessions } from '#server/infra/auth/ended-sessions.ts'
import type { Changes } from '#server/infra/db/changes.ts'
import type { EventStream } from '#server/infra/event-stream.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'

const heartbeatMs = 20_000
/** Then the page reconnects. */
const longestMs = 10 * 60_000

/**
 * Opens a stream of a registry's events. It ends after ten minutes, with the token or the session, at shutdown, or when
 * the registry is suspended or the reader's standing changes. Throws `too_many_requests` above the limits per reader
 * and process.
 */
export type OpenStream = (tenantId: string, reader: Reader) => EventStream

type Reader = Pick<FastifyRequest, 'caller' | 'person' | 'actor'>

type Doors = {
  /** Aborts at shutdown. */
  streamsEnd: AbortSignal
  /** With a tenant's id, or `tenant username`. */
  standingChanges: Changes
  /** Null at a provider elsewhere. */
  sessionEnds: Pick<EndedSessions, 'subscribe'> | null
}

type Open = { caller: string; subjects: readonly string[]; end(): void }

/** Ends streams whose reader's rights change. `stop` ends only the subscriptions. */
export function eventStreams({ streamsEnd, standingChanges, sessionEnds }: Doors): { open: OpenStream; stop(): void } {
  const open = new Set<Open>()
  const endThoseOf = (payload: string | null) => {
    for (const { subjects, end } of open) if (payload === null || subjects.includes(payload)) end()
  }
  const watching = [standingChanges, sessionEnds].map((ends) => ends?.subscribe(endThoseOf))

  function admit({ caller, person }: Reader): void {
    const most = person ? limits.streamsOfPerson : limits.streamsOfAddress
    const own = [...open].filter((each) => each.caller === caller).length
    if (own >= most) throw person ? tooManyOfPerson(most) : tooManyOfAddress(most)
    if (open.size < limits.streams) return
    throw new Failure(
      'too_many_requests',
      'Too many pages wait for news here. Try again in a moment.',
      because('streams.crowded'),
    )
  }

  return {
    stop() {
      for (const stop of watching) stop?.()
    },
    open(tenantId, reader) {
      admit(reader)
      const { caller, person, actor } = reader
      const stream = new PassThrough()
      let sent: string | null = null
      const end = (isDone = false) => {
        if (stream.writableEnded) return
        if (isDone) stream.write('event: end\ndata: {}\n\n')
        stream.end()
      }
      const sessionSubjects = person?.sessionId ? [person.sessionId] : []
      const subjects = [tenantId, `${actor.tenantId} ${actor.userId}`, ...sessionSubjects]
      const own = { caller, subjects, end: () => end() }
      open.add(own)
      const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
      const limit = setTimeout(
        own.end,
        Math.min(longestMs, (person?.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now()),
      )
      streamsEnd.addEventListener('abort', own.end)
      stream.once('close', () => {
        open.delete(own)
        streamsEnd.removeEventListener('abort', own.end)
        clearInterval(heartbeat)
        clearTimeout(limit)
      })
      stream.write('retry: 3000\n\n')
      if (streamsEnd.aborted) end()
      return {
        readable: stream,
        send(line) {
          if (!stream.writableEnded && line !== sent) stream.write(`data: ${line}\n\n`)
          sent = line
        },
        end,
        whenOver: (release) => void stream.once('close', release),
      }
    },
  }
}

function tooManyOfPerson(most: number): Failure {
  const message = `${most} of your pages wait for news, the most that one person may have. Close some of them.`
  return new Failure('too_many_requests', message, because('streams.ofPerson', { most }))
}

function tooManyOfAddress(most: number): Failure {
  const message = `${most} pages at your network address wait for news, the most that are let in. Try again later.`
  return new Failure('too_many_requests', message, because('streams.ofAddress', { most }))
}
