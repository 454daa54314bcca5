import type { Sql } from '#server/infra/db/database.ts'
import { readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'
import type { Notice } from '#shared/rules/notices.ts'

export type NoticeRow = Notice & { sequence: bigint; createdAt: Date; isRead: boolean }

/** Newest first. */
export function noticesBy(
  tx: Sql,
  tenantId: string,
  username: string,
  { isUnread }: { isUnread: boolean },
  part: Part,
): Promise<Found<NoticeRow & Placed>> {
  const words = tx`search_words((select string_agg(fact.value, ' ') from jsonb_each_text(n.facts) fact))`
  const within = tx`
    n.tenant_id = ${tenantId} and n.username = ${username} ${isUnread ? tx`and n.read_at is null` : tx``}
    ${part.search ? tx`and ${finds(tx, words, part.search)}` : tx``}`
  const columns = tx`n.sequence, n.kind, n.facts, n.created_at as "createdAt", n.read_at is not null as "isRead"`
  const source: Source = { from: tx`notice n`, within, columns, key: [tx`n.sequence`] }
  return readList(tx, { sources: [source], order: { type: 'number', isDescending: true } }, part)
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
