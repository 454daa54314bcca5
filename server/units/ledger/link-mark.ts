import type { Database } from '#server/infra/db/database.ts'
import { linkPending } from './hash-chain.ts'

/** Transactions that took a sequence up to `until` have ids below `before`. */
type Mark = { until: bigint; before: string }

/**
 * Advances `linked_until`, up to which every movement is linked; searches start there. A movement has its transaction
 * id before its sequence, because it changes balances first. So once all transactions have ended that had begun at a
 * sequence, no movement up to it can appear.
 */
export function linkMark(sql: Database) {
  let waiting: Mark | null = null
  return {
    /** Call when everything visible is linked. */
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
 * Two statements: the newest sequence, then this transaction's id; lower ids had begun. A snapshot's xmax would not do:
 * transactions above it may be running.
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
