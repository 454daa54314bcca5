import type { Database } from '#server/infra/db/database.ts'
import { linkPending } from './hash-chain.ts'

/** `until`: a sequence; whoever took it or a smaller one is a database transaction before `before`. */
type Mark = { until: bigint; before: string }

/**
 * Moves the mark up to which every movement is linked (`linked_until`), so that looking for unlinked ones begins there. A
 * movement has its id of a database transaction before it takes its sequence: it has changed balances. So once every database
 * transaction has ended that had begun when a sequence was the newest, no further movement comes up to that one. What is
 * waited for is kept in memory only; another process begins with the mark.
 */
export function linkMark(sql: Database) {
  let waiting: Mark | null = null
  return {
    /** Called when everything visible was linked. Two reads of an index where nothing happens. */
    async advance(): Promise<void> {
      if (waiting && (await hasEnded(sql, waiting)) && (await linkPending(sql))) {
        await sql`
          insert into linked_until values (${waiting.until})
          on conflict ((true)) do update set sequence = greatest(linked_until.sequence, excluded.sequence)`
        waiting = null
      }
      waiting ??= await markOf(sql)
    },
  }
}

/**
 * The newest sequence, and then, in a statement of its own, which database transactions had begun: those before this one. (A
 * snapshot's own end would not do: it is that of the newest one that has ended, and others above it may be under way.)
 */
async function markOf(sql: Database): Promise<Mark | null> {
  const [newest] = await sql<{ until: bigint; isNews: boolean }[]>`
    select last_value as until, last_value > coalesce((select sequence from linked_until), 0) as "isNews"
    from audit_event_sequence_seq`
  if (!newest?.isNews) return null
  const [begun] = await sql<{ before: string }[]>`select pg_current_xact_id()::text as before`
  return begun ? { until: newest.until, before: begun.before } : null
}

async function hasEnded(sql: Database, { before }: Mark): Promise<boolean> {
  const [row] = await sql<{ ended: boolean }[]>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${before}::xid8 as ended`
  return row?.ended ?? false
}
