import { type Changes, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'

/** `migrations/current/tell_of_session_end.sql` notifies this channel with the session's id. */
export const sessionEndChannel = 'session_end'

/** Longer than any access token of the embedded provider. */
const rememberedMs = 3_600_000
/** Well within the 30 s that a token may outlive its session. */
const lookEveryMs = 10_000
/** Sessions end at the beginning of their transaction. */
const longestCommitMs = 60_000

export type EndedSessions = {
  hasEnded(sessionId: string): boolean
  /** Calls `onEnd` once for each session, after `hasEnded` knows it. Returns the unsubscribe function. */
  subscribe(onEnd: (sessionId: string) => void): () => void
  stop(): Promise<void>
}

/**
 * Caches the ended sessions of the embedded provider, so that calls need no query. Also reads them at an interval, in
 * case a notification or a reading is lost.
 */
export async function endedSessions(
  sql: Database,
  ends: Changes,
  log: Pick<Log, 'warn' | 'error'>,
): Promise<EndedSessions> {
  const ended = new Map<string, number>()
  const listeners = new Set<(sessionId: string) => void>()
  const remember = (sessionId: string, at: number) => {
    if (ended.has(sessionId)) return
    // Oldest first.
    for (const [id, endedAt] of ended) {
      if (endedAt > Date.now() - rememberedMs) break
      ended.delete(id)
    }
    ended.set(sessionId, at)
    for (const onEnd of listeners) onEnd(sessionId)
  }
  let readAt = Date.now() - rememberedMs
  const read = async () => {
    const now = Date.now()
    const backS = (now - readAt + longestCommitMs) / 1_000
    const rows = await sql<{ sessionId: string; at: Date }[]>`
      select grant_id as "sessionId", ended_at as at from identity.ended_session
      where ended_at > now() - make_interval(secs => ${backS}) and suspended_person is null order by ended_at`
    readAt = now
    for (const { sessionId, at } of rows) remember(sessionId, at.valueOf())
  }
  const readAgain = () => read().catch((err: unknown) => log[levelOf(err)]({ err }, 'ended sessions could not be read'))
  const unsubscribe = ends.subscribe((sessionId) => {
    if (sessionId === null) void readAgain()
    else remember(sessionId, Date.now())
  })
  await read()
  const reading = workOnChanges({ work: readAgain, lookEveryMs })
  return {
    hasEnded: (sessionId) => ended.has(sessionId),
    subscribe(onEnd) {
      listeners.add(onEnd)
      return () => listeners.delete(onEnd)
    },
    async stop() {
      unsubscribe()
      await reading.stop()
    },
  }
}
