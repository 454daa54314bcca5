import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { isoTime } from '#server/infra/db/times.ts'
import type { OwnWords } from '#shared/contract/claims.ts'

type Reader = { isOwn?: boolean | undefined; isOfBooks?: boolean | undefined }

/** SQL: private words of claim `c`, normalised for search; null for readers who may not search them. */
export function privateWords(sql: Sql, { isOwn, isOfBooks }: Reader): Fragment | null {
  if (!isOwn && !isOfBooks) return null
  const address = isOwn ? sql`c.notify_email` : sql`null`
  return sql`
    search_words(concat_ws(' ', c.own_reference, ${address}, case when not c.note_is_public then nullif(c.note, '') end))`
}

export function searchedWords(sql: Sql, reader: Reader): Fragment {
  const own = privateWords(sql, reader)
  return own ? sql`(c.words || ${own})` : sql`c.words`
}

export async function ownWordsOf(
  sql: Sql,
  tenantId: string,
  accountIds: readonly string[],
  claimIds: readonly string[],
): Promise<(OwnWords & { claimId: string })[]> {
  return sql<(OwnWords & { claimId: string })[]>`
    select c.id as "claimId", coalesce(c.own_reference, '') as "ownReference",
      case when c.note_is_public then '' else c.note end as "privateNote", coalesce(c.notify_email, '') as "notifyEmail",
      case
        when l.sent_at is not null then 'sent'
        when l.next_at is not null then 'waiting'
        when l.claim_id is not null then 'undelivered'
      end as notified,
      ${isoTime(sql, sql`l.sent_at`)} as "notifiedAt",
      encode(c.private_salt, 'hex') as "privateSalt"
    from claim c left join letter l on l.tenant_id = c.tenant_id and l.claim_id = c.id
    where c.tenant_id = ${tenantId} and c.account_id = any(${[...accountIds]}) and c.id = any(${[...claimIds]})
    limit ${claimIds.length}`
}
