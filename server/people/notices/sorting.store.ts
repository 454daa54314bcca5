import { json, type Sql } from '#server/infra/db/database.ts'
import type { NoticeKind } from '#shared/rules/notices.ts'

/** Notices of one kind to one person; `first` is the oldest one's time. */
export type Pile = { tenantId: string; username: string; kind: NoticeKind; first: Date; sequences: string[] }

/** `at` is when the letter is due or was sent. */
type LetterOfPile = Pick<Pile, 'tenantId' | 'username' | 'kind'> & { at: Date; isDaily: boolean }

/** Serialises sorting across processes until the transaction ends. */
export async function unsorted(tx: Sql, limit: number): Promise<Pile[]> {
  await tx`select pg_advisory_xact_lock(hashtextextended('sorting of notices', 0))`
  return tx<Pile[]>`
    select tenant_id as "tenantId", username, kind, min(created_at) as first, array_agg(sequence::text) as sequences
    from (
      select * from notice where not is_sorted order by tenant_id, username, kind, sequence limit ${limit}
    ) n
    group by tenant_id, username, kind`
}

const each = (tx: Sql, piles: readonly object[]) => tx`
  jsonb_to_recordset(${json(piles)})
    p("tenantId" text, username text, kind text, first timestamptz, sequences bigint[], at timestamptz, "isDaily" boolean)`

/** An open letter is one that nobody has tried to send. */
const openOfPile = (tx: Sql) => tx`
  l.tenant_id = p."tenantId" and l.username = p.username and l.kind = p.kind and l.attempts = 0 and l.next_at is not null`

/** Locks the letters until the transaction ends. */
export async function openLetters(tx: Sql, piles: readonly Pile[]): Promise<LetterOfPile[]> {
  return tx<LetterOfPile[]>`
    select l.tenant_id as "tenantId", l.username, l.kind, l.next_at as at, l.is_daily as "isDaily"
    from ${each(tx, piles)} join letter l on ${openOfPile(tx)} for update of l`
}

/** Letters tried in the two days before a pile began, newest first. */
export async function earlierLetters(tx: Sql, piles: readonly Pile[]): Promise<LetterOfPile[]> {
  return tx<LetterOfPile[]>`
    select l.tenant_id as "tenantId", l.username, l.kind, l.tried_at as at, l.is_daily as "isDaily"
    from ${each(tx, piles)}
    join letter l on l.tenant_id = p."tenantId" and l.username = p.username and l.kind = p.kind
      and l.tried_at > p.first - interval '2 days'
    order by l.tried_at desc`
}

export async function beginLetters(tx: Sql, letters: readonly LetterOfPile[]): Promise<void> {
  await tx`
    insert into letter (tenant_id, username, kind, next_at, is_daily)
    select "tenantId", username, kind, at, "isDaily" from ${each(tx, letters)}`
}

export async function putIntoLetters(tx: Sql, piles: readonly Pile[]): Promise<void> {
  await tx`
    update notice n set is_sorted = true, letter_id = l.id
    from ${each(tx, piles)} join letter l on ${openOfPile(tx)}
    where n.tenant_id = p."tenantId" and n.username = p.username and n.sequence = any (p.sequences)`
}
