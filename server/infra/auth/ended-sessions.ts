import type { Changes } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/log.ts'

/** `migrations/current/tell_of_session_end.sql` notifies this channel with the session's id. */
export const sessionEndChannel = 'session_end'

/** Longer than any access token of the embedded provider. */
const rememberedMs = 3_600_000

export type EndedSessions = {
  /** Whether the session ended after the token's issue (`issuedAt` in milliseconds). */
  hasEnded(sessionId: string, issuedAt: number): boolean
  stop(): void
}

/**
 * Caches the ended sessions of the embedded provider, so that calls need no query. Reloads when notifications may be
 * lost.
 */
export async function endedSessions(
  sql: Database,
  ends: Changes,
  log: Pick<Log, 'warn' | 'error'>,
): Promise<EndedSessions> {
  const ended = new Map<string, number>()
  const remember = (sessionId: string, at: number) => {
    // Oldest first.
    for (const [id, endedAt] of ended) {
      if (endedAt > Date.now() - rememberedMs) break
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
  const stop = ends.subscribe((payload) => {
    if (payload !== null) return remember(payload, Date.now())
    read().catch((err: unknown) => log[levelOf(err)]({ err }, 'ended sessions could not be read'))
  })
  await read()
  return { hasEnded: (sessionId, issuedAt) => (ended.get(sessionId) ?? 0) > issuedAt, stop }
}
