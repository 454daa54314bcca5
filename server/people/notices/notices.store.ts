import type { Sql } from '#server/infra/db/database.ts'
import { containing, type Found, type Part } from '#server/infra/db/pages.ts'
import type { Notice } from '#shared/rules/notices.ts'

export type NoticeRow = Notice & { sequence: bigint; createdAt: Date; isRead: boolean }

export type NoticeFilter = { q?: string | undefined; isUnread: boolean }

/** Newest first; the value of a place is a notice's sequence. */
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
