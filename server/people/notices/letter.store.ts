import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { Notice } from '#shared/rules/notices.ts'

/** `isOfStranger`: the author's account is not approved. */
export type MailedNotice = Notice & { isOfStranger: boolean }

export type Receiver = {
  email: string
  firstName: string
  language: Language
  /** Which the person may stop. */
  accountId: string | null
  notices: bigint
  /** The person wants mail, has an address and can open the site, and the notices are recent. */
  isWanted: boolean
}

type Key = { tenantId: string; id: bigint }

/** Oldest first. */
export function dueLetters(sql: Sql, limit: number): Fragment {
  return sql`
    select tenant_id, id from letter where next_at <= now() and username is not null
    order by next_at limit ${limit} for update skip locked`
}

/** The person's account whose movement the letter tells, first the sending one; not where the person is a viewer. */
const accountInLetter = (sql: Sql) => sql`(
  select p.account_id from people_of_accounts(l.tenant_id) p
  left join lateral (
    select bool_or(m.from_account = p.account_id) as sends, bool_or(m.to_account = p.account_id) as receives
    from notice n join transaction m on m.tenant_id = n.tenant_id and m.id = n.facts ->> 'transactionId'
    where n.tenant_id = l.tenant_id and n.letter_id = l.id
  ) told on true
  where p.username = l.username and p.role is distinct from 'Viewer'
  order by told.sends is true desc, told.receives is true desc, p.place limit 1)`

export async function receiverOf(sql: Sql, { tenantId, id }: Key): Promise<Receiver | null> {
  const [row] = await sql<Receiver[]>`
    select u.email, u.first_name as "firstName", u.language, told.notices,
      ${accountInLetter(sql)} as "accountId",
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

/** In order of arrival. */
export async function noticesIn(sql: Sql, { tenantId, id }: Key, limit: number): Promise<MailedNotice[]> {
  return sql<MailedNotice[]>`
    select kind, facts, is_of_stranger as "isOfStranger" from notice
    where tenant_id = ${tenantId} and letter_id = ${id} order by sequence limit ${limit}`
}

/** Forgets the person's links that have ended. */
export async function insertStopLink(
  sql: Sql,
  link: { tenantId: string; username: string; accountId: string; tokenHash: Uint8Array; days: number },
): Promise<void> {
  const { tenantId, username, accountId, tokenHash, days } = link
  await sql`
    with forgotten as (
      delete from stop_link where tenant_id = ${tenantId} and username = ${username} and ends_at < now())
    insert into stop_link (tenant_id, token_hash, username, account_id, ends_at)
    values (${tenantId}, ${tokenHash}, ${username}, ${accountId}, now() + make_interval(days => ${days}))`
}
