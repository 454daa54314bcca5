import type { Changes } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'

/** Notified by `migrations/current/tell_of_session_end.sql` with the session that has ended. */
export const sessionEndChannel = 'session_end'

/** How long an ended session is remembered, in milliseconds: longer than any access token of the embedded provider is valid. */
const rememberedMs = 3_600_000

export type EndedSessions = {
  /** Whether a session has ended after a token of it was issued (`issuedAt` in milliseconds). */
  hasEnded(sessionId: string, issuedAt: number): boolean
  stop(): void
}

/**
 * Knows which sessions at the embedded provider have ended, without asking the database at each call: it hears of each, and reads
 * them where it may have missed one.
 */
export async function endedSessions(
  sql: Database,
  ends: Changes,
  log: Pick<Log, 'warn' | 'error'>,
): Promise<EndedSessions> {
  const ended = new Map<string, number>()
  const remember = (sessionId: string, at: number) => {
    // Those that ended first come first.
    for (const [id, then] of ended) {
      if (then > Date.now() - rememberedMs) break
      ended.delete(id)
    }
    ended.delete(sessionId)
    ended.set(sessionId, at)
  }
  const read = async () => {
    const rows = await sql<{ sessionId: string; at: Date }[]>`
      select grant_id as "sessionId", ended_at as at from identity.ended_session
      where ended_at > now() - make_interval(secs => ${rememberedMs / 1_000}) order by ended_at`
    for (const { sessionId, at } of rows) remember(sessionId, at.valueOf())
  }
  const stop = ends.subscribe((said) => {
    if (said !== null) return remember(said, Date.now())
    read().catch((err: unknown) => log[levelOf(err)]({ err }, 'ended sessions could not be read'))
  })
  await read()
  return { hasEnded: (sessionId, issuedAt) => (ended.get(sessionId) ?? 0) > issuedAt, stop }
}
