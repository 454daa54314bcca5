import type { Sql } from '#server/infra/db/database.ts'
import type { PreferencesRow } from './preferences.store.ts'
import type { UserRow } from './users.store.ts'

// The only store that writes `app_user`; tests/tidy enforces this.

/** Returns false if already recorded. */
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
 * Records a person at the first call, without an e-mail address that another user has. Returns false if recorded
 * already.
 */
export async function insertArrival(sql: Sql, tenantId: string, person: Arrival): Promise<boolean> {
  const { username, accountId, email, firstName, lastName, language, groups } = person
  const { count } = await sql`
    insert into app_user (tenant_id, username, account_id, email, first_name, last_name, language, groups, status, follows_token)
    select ${tenantId}, ${username}, ${accountId},
      case when exists (select from app_user where tenant_id = ${tenantId} and lower(email) = lower(${email}) and status <> 'DELETED'
          and not is_only_asked)
        then '' else ${email} end,
      ${firstName}, ${lastName}, ${language}, ${[...groups]}::text[], 'ACTIVE', true
    on conflict do nothing`
  return count === 1
}

/** Returns false if the record does not follow the token. */
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

export type NewUser = Arrival & Pick<UserRow, 'status'>

/** A recorded person without account and role gets both. Returns false if another user has the address. */
export async function admitUser(sql: Sql, tenantId: string, user: NewUser): Promise<boolean> {
  const { username, accountId, groups } = user
  const joined = await sql`
    update app_user set account_id = ${accountId}, groups = ${[...groups]}::text[], follows_token = false
    where tenant_id = ${tenantId} and username = ${username} and account_id is null and groups = '{}' and status <> 'DELETED'`
  if (joined.count === 1) return true
  const inserted = await sql`
    insert into app_user (tenant_id, username, account_id, email, first_name, last_name, language, groups, status)
    values (${tenantId}, ${username}, ${accountId}, ${user.email}, ${user.firstName}, ${user.lastName},
      ${user.language}, ${[...groups]}, ${user.status})
    on conflict do nothing`
  return inserted.count === 1
}

/** An invitation to a known address; the username is nobody's. Returns false if the account has invited it already. */
export async function insertInvited(
  sql: Sql,
  tenantId: string,
  { username, accountId, email, firstName, lastName, language, groups }: Arrival,
): Promise<boolean> {
  const { count } = await sql`
    insert into app_user (tenant_id, username, account_id, email, first_name, last_name, language, groups, is_only_asked)
    values (${tenantId}, ${username}, ${accountId}, ${email}, ${firstName}, ${lastName}, ${language}, ${[...groups]}, true)
    on conflict do nothing`
  return count === 1
}

export type UserChanges = Partial<Pick<UserRow, 'firstName' | 'lastName' | 'groups' | 'status'>>

/** New groups stop the record from following the token. */
export async function changeUser(sql: Sql, tenantId: string, username: string, changes: UserChanges): Promise<void> {
  const { firstName = null, lastName = null, groups = null, status = null } = changes
  await sql`
    update app_user set first_name = coalesce(${firstName}, first_name), last_name = coalesce(${lastName}, last_name),
      groups = coalesce(${groups}::text[], groups), status = coalesce(${status}, status),
      follows_token = follows_token and ${groups === null}
    where tenant_id = ${tenantId} and username = ${username}`
}

export async function changeEmail(sql: Sql, tenantId: string, username: string, email: string): Promise<void> {
  await sql`update app_user set email = ${email} where tenant_id = ${tenantId} and username = ${username}`
}

/** Keeps username and account for the audit log. */
export async function eraseUser(sql: Sql, tenantId: string, username: string): Promise<void> {
  await sql`delete from notice where tenant_id = ${tenantId} and username = ${username}`
  await sql`delete from account_role where tenant_id = ${tenantId} and username = ${username}`
  await sql`
    update app_user set status = 'DELETED', email = '', first_name = '', last_name = '', groups = '{}'
    where tenant_id = ${tenantId} and username = ${username}`
}

/** The record then decides the groups, not the token. */
export async function joinAccount(
  sql: Sql,
  tenantId: string,
  username: string,
  accountId: string,
  groups: readonly string[],
): Promise<void> {
  await sql`
    update app_user set account_id = ${accountId}, groups = ${[...groups]}, follows_token = false
    where tenant_id = ${tenantId} and username = ${username}`
}

/** Takes the groups of one account away; `accountId` is the first of those that stay. */
export async function leaveAccount(
  sql: Sql,
  tenantId: string,
  username: string,
  { left, accountId, groups }: { left: string; accountId: string; groups: readonly string[] },
): Promise<void> {
  await sql`
    delete from account_role where tenant_id = ${tenantId} and account_id = ${left} and username = ${username}`
  await joinAccount(sql, tenantId, username, accountId, groups)
}

export async function savePreferences(
  tx: Sql,
  tenantId: string,
  username: string,
  { language, tellByMail }: Pick<PreferencesRow, 'language' | 'tellByMail'>,
): Promise<void> {
  await tx`
    update app_user set language = ${language}, tell_by_mail = ${tellByMail}
    where tenant_id = ${tenantId} and username = ${username}`
}

/** Sandbox people have no mailbox, so notices are not mailed. */
export async function insertSandboxUser(sql: Sql, tenantId: string, user: Omit<Arrival, 'language'>): Promise<void> {
  const { username, accountId, email, firstName, lastName, groups } = user
  await sql`
    insert into app_user (tenant_id, username, account_id, email, first_name, last_name, groups, status, tell_by_mail)
    values (${tenantId}, ${username}, ${accountId}, ${email}, ${firstName}, ${lastName}, ${[...groups]}, 'ACTIVE', false)
    on conflict (tenant_id, username) do nothing`
}
