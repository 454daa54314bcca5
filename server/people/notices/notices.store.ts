import type { Sql } from '#server/infra/db/database.ts'
import { containing, type Found, type Part } from '#server/infra/db/pages.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { Notice } from '#shared/rules/notices.ts'

export type NoticeRow = Notice & { sequence: bigint; createdAt: Date; isRead: boolean }

export type NoticeFilter = { q?: string | undefined; isUnread: boolean }

/** Returns a part of a person's notices, newest first; the value of a place is the sequence of a notice. */
export async function noticesBy(
  tx: Sql,
  tenantId: string,
  username: string,
  { q = '', isUnread }: NoticeFilter,
  { after, limit }: Part,
): Promise<Found<NoticeRow>> {
  const matching = tx`
    n.tenant_id = ${tenantId} and n.username = ${username} and (not ${isUnread} or n.read_at is null)
    and (${q} = '' or exists (select from jsonb_each_text(n.facts) fact where fact.value ilike ${containing(q)}))`
  const [rows, [count]] = await Promise.all([
    tx<NoticeRow[]>`
      select n.sequence, n.kind, n.facts, n.created_at as "createdAt", n.read_at is not null as "isRead" from notice n
      where ${matching} ${after ? tx`and n.sequence < ${after.value}` : tx``}
      order by n.sequence desc limit ${limit}`,
    tx<{ total: bigint }[]>`select count(*) as total from notice n where ${matching}`,
  ])
  return { rows, total: count?.total ?? 0n }
}

export async function unreadOf(tx: Sql, tenantId: string, username: string): Promise<bigint> {
  const [count] = await tx<{ unread: bigint }[]>`
    select count(*) as unread from notice where tenant_id = ${tenantId} and username = ${username} and read_at is null`
  return count?.unread ?? 0n
}

/** Returns false if the person has no such notice. */
export async function markOne(tx: Sql, tenantId: string, username: string, sequence: string): Promise<boolean> {
  const { count } = await tx`
    update notice set read_at = coalesce(read_at, now())
    where tenant_id = ${tenantId} and username = ${username} and sequence = ${sequence}`
  return count === 1
}

export async function markUpTo(tx: Sql, tenantId: string, username: string, sequence: string): Promise<void> {
  await tx`
    update notice set read_at = now()
    where tenant_id = ${tenantId} and username = ${username} and read_at is null and sequence <= ${sequence}`
}

/** A notice that is to be sent as a letter, with its receiver. */
export type DueLetter = Notice & {
  tenantId: string
  username: string
  sequence: bigint
  attempts: number
  /** Whether the person wants letters and has an address, can open the site, and the notice is not too old. */
  isWanted: boolean
  email: string
  firstName: string
  language: Language
}

/**
 * Returns letters that are due, the longest waiting first, and puts each off as if it had failed already: no other process
 * takes it meanwhile, and if this one dies the letter is tried again. The delay is 2 minutes, three times longer with each
 * try, and up to half as long again at random.
 */
export async function takeDue(sql: Sql, limit: number): Promise<DueLetter[]> {
  return sql<DueLetter[]>`
    with due as (
      select tenant_id, username, sequence from notice where next_at <= now()
      order by next_at limit ${limit} for update skip locked
    )
    update notice n set attempts = n.attempts + 1,
      next_at = now() + interval '2 minutes' * power(3, n.attempts) * (1 + random() / 2)
    from due
    join app_user u on u.tenant_id = due.tenant_id and u.username = due.username
    join tenant t on t.id = due.tenant_id
    where n.tenant_id = due.tenant_id and n.username = due.username and n.sequence = due.sequence
    returning n.tenant_id as "tenantId", n.username, n.sequence, n.kind, n.facts, n.attempts,
      u.tell_by_mail and u.email <> '' and (u.status = 'ACTIVE' or n.kind = 'user.suspend') and t.status = 'active'
        and n.created_at > now() - interval '3 days' as "isWanted",
      u.email, u.first_name as "firstName", u.language`
}

type Key = Pick<DueLetter, 'tenantId' | 'username' | 'sequence'>

const where = (sql: Sql, { tenantId, username, sequence }: Key) => sql`
  tenant_id = ${tenantId} and username = ${username} and sequence = ${sequence}`

export async function setSent(sql: Sql, key: Key): Promise<void> {
  await sql`update notice set mailed_at = now(), next_at = null, failure = null where ${where(sql, key)}`
}

/** Records why a letter was not sent, and whether for good; with `isLast` it is not tried again. */
export async function setFailed(
  sql: Sql,
  key: Key,
  failure: string,
  { isLast, isRefused }: { isLast: boolean; isRefused: boolean },
): Promise<void> {
  await sql`
    update notice set failure = ${failure}, is_refused = ${isRefused}, next_at = case when not ${isLast} then next_at end
    where ${where(sql, key)}`
}

export async function setUnwanted(sql: Sql, key: Key): Promise<void> {
  await sql`update notice set next_at = null where ${where(sql, key)}`
}
