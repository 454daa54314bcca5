import type { Sql } from '#server/db/database.ts'
import { containing, type Place } from '#server/db/pages.ts'
import { isoTime } from '#server/db/times.ts'

export type UserStatus = 'SETUP IN PROGRESS' | 'ACTIVE' | 'SUSPENDED'

/** The registry's record of a person; a deleted one keeps its username and account and nothing else. */
export type UserRow = {
  username: string
  accountId: string | null
  account: string | null
  email: string
  firstName: string
  lastName: string
  groups: string[]
  status: UserStatus | 'DELETED'
  createdAt: Date
}

const columns = (sql: Sql) => sql`
  u.username, u.account_id as "accountId", a.name as account, u.email, u.first_name as "firstName",
  u.last_name as "lastName", u.groups, u.status, u.created_at as "createdAt"`

const source = (sql: Sql) => sql`app_user u left join account a on a.tenant_id = u.tenant_id and a.id = u.account_id`

export async function userByName(sql: Sql, tenantId: string, username: string): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql)} from ${source(sql)} where u.tenant_id = ${tenantId} and u.username = ${username}`
  return row ?? null
}

/** One change of users at a time in a tenant: whoever counts its admins sees them as they will be. */
export async function lockUsers(sql: Sql, tenantId: string): Promise<void> {
  await sql`select from tenant where id = ${tenantId} for no key update`
}

/** How many others could act as admin of this account, or of the tenant when none is named. */
export async function otherAdmins(
  sql: Sql,
  tenantId: string,
  accountId: string | null,
  adminGroups: readonly string[],
  username: string,
): Promise<bigint> {
  const [count] = await sql<{ total: bigint }[]>`
    select count(*) as total from app_user u
    where u.tenant_id = ${tenantId} and u.username <> ${username} and u.status = 'ACTIVE'
      and (${accountId}::text is null or u.account_id = ${accountId}) and u.groups && ${adminGroups as string[]}`
  return count?.total ?? 0n
}

export async function accountStatus(sql: Sql, tenantId: string, accountId: string): Promise<string | null> {
  const [row] = await sql<{ status: string }[]>`
    select status from account where tenant_id = ${tenantId} and id = ${accountId}`
  return row?.status ?? null
}

/** How many people an account has, invited and suspended ones included. */
export async function usersOfAccount(sql: Sql, tenantId: string, accountId: string): Promise<bigint> {
  const [count] = await sql<{ total: bigint }[]>`
    select count(*) as total from app_user
    where tenant_id = ${tenantId} and account_id = ${accountId} and status <> 'DELETED'`
  return count?.total ?? 0n
}

/** Whether somebody of the tenant has the address; those without account or role count if asked for. */
export async function isEmailKnown(
  sql: Sql,
  tenantId: string,
  email: string,
  { alsoUnattached }: { alsoUnattached: boolean },
): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`
    select exists (select from app_user where tenant_id = ${tenantId} and lower(email) = lower(${email})
      and status <> 'DELETED' and (${alsoUnattached} or account_id is not null or groups <> '{}')) as known`
  return row?.known ?? false
}

export type NewUser = Pick<UserRow, 'username' | 'accountId' | 'email' | 'firstName' | 'lastName'> & {
  language: string
  groups: readonly string[]
  status: UserStatus
}

/**
 * Records somebody who is invited; who is recorded without account or role has both from now on. Answers false when somebody
 * else of the tenant has the e-mail address.
 */
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

export type UserChanges = Partial<Pick<UserRow, 'firstName' | 'lastName' | 'groups' | 'status'>>

export async function changeUser(sql: Sql, tenantId: string, username: string, changes: UserChanges): Promise<void> {
  const { firstName = null, lastName = null, groups = null, status = null } = changes
  await sql`
    update app_user set first_name = coalesce(${firstName}, first_name), last_name = coalesce(${lastName}, last_name),
      groups = coalesce(${groups}::text[], groups), status = coalesce(${status}, status),
      follows_token = follows_token and ${groups === null}
    where tenant_id = ${tenantId} and username = ${username}`
}

/** Takes the person out, with what it was told, and leaves what the audit log points to. */
export async function eraseUser(sql: Sql, tenantId: string, username: string): Promise<void> {
  await sql`delete from notice where tenant_id = ${tenantId} and username = ${username}`
  await sql`
    update app_user set status = 'DELETED', email = '', first_name = '', last_name = '', groups = '{}'
    where tenant_id = ${tenantId} and username = ${username}`
}

const sortColumns = {
  firstName: (sql: Sql) => sql`plain(u.first_name)`,
  lastName: (sql: Sql) => sql`plain(u.last_name)`,
  email: (sql: Sql) => sql`lower(u.email)`,
  createdAt: (sql: Sql) => isoTime(sql, sql`u.created_at`),
}

export type UserOrder = { by: keyof typeof sortColumns; isDescending: boolean }
/** `accountIds` null means every account of the tenant and those without one. */
export type UserFilter = { accountIds: readonly string[] | null; status?: UserStatus; q?: string }

/** A page of users with the value that each is sorted by; one row more than `limit` when there is a next page. */
export async function usersBy(
  sql: Sql,
  tenantId: string,
  { accountIds, status, q = '' }: UserFilter,
  { by, isDescending }: UserOrder,
  after: Place | null,
  limit: number,
): Promise<{ rows: (UserRow & { sortValue: string })[]; total: bigint }> {
  const pattern = containing(q)
  const matching = sql`
    u.tenant_id = ${tenantId} and u.status <> 'DELETED'
    and (${accountIds === null} or u.account_id = any (${(accountIds ?? []) as string[]}))
    and (${status ?? null}::text is null or u.status = ${status ?? null})
    and (${q} = '' or u.email ilike ${pattern} or plain(u.first_name || ' ' || u.last_name) like plain(${pattern}))`
  const value = sortColumns[by](sql)
  const direction = isDescending ? sql`desc` : sql`asc`
  const beyond =
    after === null
      ? sql`true`
      : sql`(${value}, u.username) ${isDescending ? sql`<` : sql`>`} (${after.value}, ${after.id})`
  const rows = await sql<(UserRow & { sortValue: string })[]>`
    select ${columns(sql)}, ${value} as "sortValue" from ${source(sql)} where ${matching} and ${beyond}
    order by ${value} ${direction}, u.username ${direction} limit ${limit + 1}`
  const [count] = await sql<{ total: bigint }[]>`select count(*) as total from app_user u where ${matching}`
  return { rows, total: count?.total ?? 0n }
}
