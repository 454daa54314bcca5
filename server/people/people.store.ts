import type { Sql } from '#server/db/database.ts'

/** What our own records say of a caller; without a record all but `tenantIsActive` and `accountIds` is null. */
export type PersonRecord = {
  tenantIsActive: boolean
  status: string | null
  groups: string[] | null
  /** The record has the groups that the last token had. */
  followsToken: boolean | null
  /** Those of the accounts asked for that exist. */
  accountIds: string[]
}

export async function personRecord(
  sql: Sql,
  tenantId: string,
  username: string,
  accountIds: readonly string[],
): Promise<PersonRecord> {
  const [row] = await sql<PersonRecord[]>`
    select coalesce((select t.status = 'active' from tenant t where t.id = ${tenantId}), false) as "tenantIsActive",
      u.status, u.groups, u.follows_token as "followsToken",
      array(select a.id from account a where a.tenant_id = ${tenantId} and a.id = any (${[...accountIds]})) as "accountIds"
    from (select 1) one
    left join app_user u on u.tenant_id = ${tenantId} and u.username = ${username}`
  return row ?? { tenantIsActive: false, status: null, groups: null, followsToken: null, accountIds: [] }
}

/** Whoever calls with a token has set up the sign-in. Answers false when the record said so already. */
export async function takeUpInvitation(sql: Sql, tenantId: string, username: string): Promise<boolean> {
  const { count } = await sql`
    update app_user set status = 'ACTIVE'
    where tenant_id = ${tenantId} and username = ${username} and status = 'SETUP IN PROGRESS'`
  return count === 1
}

export type Arrival = {
  username: string
  accountId: string | null
  email: string
  firstName: string
  lastName: string
  language: string
  groups: readonly string[]
}

/**
 * Records somebody who calls for the first time. Somebody else's e-mail address is left out, as it would be two people's.
 * Answers false when another call was first.
 */
export async function insertArrival(sql: Sql, tenantId: string, person: Arrival): Promise<boolean> {
  const { username, accountId, email, firstName, lastName, language, groups } = person
  const { count } = await sql`
    insert into app_user (tenant_id, username, account_id, email, first_name, last_name, language, groups, status, follows_token)
    select ${tenantId}, ${username}, ${accountId},
      case when exists (select from app_user where tenant_id = ${tenantId} and lower(email) = lower(${email}) and status <> 'DELETED')
        then '' else ${email} end,
      ${firstName}, ${lastName}, ${language}, ${[...groups]}::text[], 'ACTIVE', true
    on conflict do nothing`
  return count === 1
}

/** Writes down the groups of the token that somebody came with. Answers false when the record does not follow it any more. */
export async function followToken(
  sql: Sql,
  tenantId: string,
  username: string,
  { groups, accountId }: Pick<Arrival, 'groups' | 'accountId'>,
): Promise<boolean> {
  const { count } = await sql`
    update app_user set groups = ${[...groups]}::text[], account_id = ${accountId}
    where tenant_id = ${tenantId} and username = ${username} and follows_token`
  return count === 1
}
