import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { Notice } from '#shared/rules/notices.ts'

/** A notice as a letter tells it. `isOfStranger`: somebody whose account is not approved has told it. */
export type ToldNotice = Notice & { isOfStranger: boolean }

/** The person who gets a letter, and how many notices are in it. */
export type Receiver = {
  email: string
  firstName: string
  language: Language
  notices: bigint
  /** Whether the person wants letters and has an address, can open the site, and the notices are not too old. */
  isWanted: boolean
}

type Key = { tenantId: string; id: bigint }

/** Finds the longest waiting of the due letters of notices. */
export function dueLetters(sql: Sql, limit: number): Fragment {
  return sql`
    select tenant_id, id from letter where next_at <= now() and username is not null
    order by next_at limit ${limit} for update skip locked`
}

export async function receiverOf(sql: Sql, { tenantId, id }: Key): Promise<Receiver | null> {
  const [row] = await sql<Receiver[]>`
    select u.email, u.first_name as "firstName", u.language, told.notices,
      u.tell_by_mail and u.email <> '' and (u.status = 'ACTIVE' or l.kind = 'user.suspend') and t.status = 'active'
        and told.newest > now() - interval '3 days' as "isWanted"
    from letter l
    join app_user u on u.tenant_id = l.tenant_id and u.username = l.username
    join tenant t on t.id = l.tenant_id,
    lateral (
      select count(*) as notices, max(created_at) as newest from notice n where n.tenant_id = l.tenant_id and n.letter_id = l.id
    ) told
    where l.tenant_id = ${tenantId} and l.id = ${id}`
  return row ?? null
}

/** The first notices of a letter, in the order in which they came. */
export async function noticesIn(sql: Sql, { tenantId, id }: Key, limit: number): Promise<ToldNotice[]> {
  return sql<ToldNotice[]>`
    select kind, facts, is_of_stranger as "isOfStranger" from notice
    where tenant_id = ${tenantId} and letter_id = ${id} order by sequence limit ${limit}`
}
