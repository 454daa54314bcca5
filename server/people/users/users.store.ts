import type { Sql } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { readList, type Source } from '#server/infra/db/list.ts'
import { containing, type Found, type Part, type Placed } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'
import type { User, UserRole } from '#shared/contract/users.ts'
import type { AccountRole } from '#shared/rules/account-roles.ts'
import { storedEmail } from '#shared/rules/email.ts'
import type { UserStatus } from '#shared/rules/lifecycle/people.ts'

/** A deleted person keeps only username and account. */
export type UserRow = Omit<
  User,
  'role' | 'roleEndsOn' | 'isSelf' | 'acts' | 'status' | 'createdAt' | 'isMailRefused'
> & {
  /** An invitation to a known address; the directory lacks the username. */
  isOnlyAsked: boolean
  /** Whether the last letter was refused for good. */
  isMailRefused: boolean
  groups: string[]
  accountRole: AccountRole | null
  /** When a viewer's access ends. */
  roleEndsAt: Date | null
  status: UserStatus
  createdAt: Date
}

const accountRole = (sql: Sql) => sql`(
  select r.role from account_role r
  where r.tenant_id = u.tenant_id and r.account_id = a.id and r.username = u.username)`

const roleEnd = (sql: Sql) => sql`(
  select r.ends_at from account_role r
  where r.tenant_id = u.tenant_id and r.account_id = a.id and r.username = u.username)`

const columns = (sql: Sql) => sql`
  u.username, a.id as "accountId", a.name as account, u.email, u.first_name as "firstName",
  u.last_name as "lastName", u.groups, ${accountRole(sql)} as "accountRole", ${roleEnd(sql)} as "roleEndsAt", u.status, u.created_at as "createdAt",
  u.is_only_asked as "isOnlyAsked",
  (select l.is_refused from letter l
    where l.tenant_id = u.tenant_id and l.username = u.username and l.attempts > 0
    order by l.id desc limit 1) is true as "isMailRefused"`

/** Null: all accounts of the tenant. */
export type SeenAccounts = readonly string[] | null

/** `a` is the first of the seen accounts to which the person belongs, else the person's first account. */
const source = (sql: Sql, seen: SeenAccounts) => sql`
  app_user u left join account a on a.tenant_id = u.tenant_id and a.id = ${
    seen
      ? sql`coalesce((
          select p.account_id from people_of_accounts(u.tenant_id) p
          where p.username = u.username and p.account_id = any (${[...seen]}::text[])
          order by array_position(${[...seen]}::text[], p.account_id) limit 1), u.account_id)`
      : sql`u.account_id`
  }`

/** With the role in the first of the seen accounts to which the person belongs. */
export async function userByName(
  sql: Sql,
  tenantId: string,
  username: string,
  seen: SeenAccounts,
): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql)} from ${source(sql, seen)} where u.tenant_id = ${tenantId} and u.username = ${username}`
  return row ?? null
}

/** Serialises changes of users, so that the count of admins holds until commit. */
export async function lockUsers(sql: Sql, tenantId: string): Promise<void> {
  await sql`select from tenant where id = ${tenantId} for no key update`
}

/** Counts other active admins of the account, or of the tenant if `accountId` is null. */
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
      and (${accountId}::text is null or u.username in (
        select p.username from people_of_accounts(${tenantId}) p where p.account_id = ${accountId}))
      and u.groups && ${adminGroups as string[]}`
  return count?.total ?? 0n
}

export async function accountStatus(sql: Sql, tenantId: string, accountId: string): Promise<string | null> {
  const [row] = await sql<{ status: string }[]>`
    select status from account where tenant_id = ${tenantId} and id = ${accountId}`
  return row?.status ?? null
}

export async function accountName(sql: Sql, tenantId: string, accountId: string): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select name from account where tenant_id = ${tenantId} and id = ${accountId}`
  return row?.name ?? ''
}

/** Includes invited and suspended users. */
export async function usersOfAccount(sql: Sql, tenantId: string, accountId: string): Promise<bigint> {
  const [count] = await sql<{ total: bigint }[]>`
    select count(*) as total from people_of_accounts(${tenantId}) p
    where p.account_id = ${accountId} and p.status <> 'DELETED'`
  return count?.total ?? 0n
}

/** `alsoUnattached` includes users without account and role. */
export async function isEmailKnown(
  sql: Sql,
  tenantId: string,
  email: string,
  { alsoUnattached }: { alsoUnattached: boolean },
): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`
    select exists (select from app_user where tenant_id = ${tenantId} and lower(email) = lower(${email})
      and status <> 'DELETED' and not is_only_asked and (${alsoUnattached} or groups <> '{}')) as known`
  return row?.known ?? false
}

export async function isEmailOfAnother(sql: Sql, tenantId: string, username: string, email: string): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`
    select exists (select from app_user where tenant_id = ${tenantId} and lower(email) = lower(${email})
      and username <> ${username} and status <> 'DELETED' and not is_only_asked) as known`
  return row?.known ?? false
}

/** Includes invited addresses. */
export async function isOfAccount(sql: Sql, tenantId: string, accountId: string, email: string): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`
    select exists (
      select from people_of_accounts(${tenantId}) p
      join app_user u on u.tenant_id = ${tenantId} and u.username = p.username
      where p.account_id = ${accountId} and lower(u.email) = lower(${email}) and p.status <> 'DELETED') as known`
  return row?.known ?? false
}

const sortColumns = {
  firstName: (sql: Sql) => sql`plain(u.first_name)`,
  lastName: (sql: Sql) => sql`plain(u.last_name)`,
  email: (sql: Sql) => sql`lower(u.email)`,
  createdAt: (sql: Sql) => sql`u.created_at`,
}

export type UserOrder = { by: keyof typeof sortColumns; isDescending: boolean }
/** `accountIds` null: all users. */
export type UserFilter = {
  accountIds: SeenAccounts
  status?: UserStatus | undefined
  role?: UserRole | undefined
}

export function usersBy(
  sql: Sql,
  tenantId: string,
  { accountIds, status, role }: UserFilter,
  { by, isDescending }: UserOrder,
  part: Part,
): Promise<Found<UserRow & Placed>> {
  const { search } = part
  const within = sql`
    u.tenant_id = ${tenantId} and u.status <> 'DELETED'
    ${accountIds ? sql`and u.username = any (array(${peopleOf(sql, tenantId, accountIds)}))` : sql``}
    ${status ? sql`and u.status = ${status}` : sql``}
    ${role ? sql`and ${highestRole(sql)} = ${role}` : sql``}
    ${search ? sql`and (${isAddressed(sql, search)} or ${finds(sql, sql`search_words(u.first_name || ' ' || u.last_name)`, search)})` : sql``}`
  const users: Source = {
    from: source(sql, accountIds),
    within,
    columns: columns(sql),
    key: [sortColumns[by](sql), sql`u.username`],
  }
  const type = by === 'createdAt' ? 'time' : 'text'
  return readList(sql, { sources: [users], order: { type, isDescending } }, part)
}

/** In an array, so that PostgreSQL reads the people once however few the planner expects. */
const peopleOf = (sql: Sql, tenantId: string, accountIds: readonly string[]) => sql`
  select p.username from people_of_accounts(${tenantId}) p where p.account_id = any (${[...accountIds]}::text[])`

/** As `roleOf` in server/people/users/administering.ts. */
const highestRole = (sql: Sql) => sql`
  case when u.groups && array[u.tenant_id || '|TenantAdmin', 'TenantAdmin'] then 'TenantAdmin'
    when u.groups && array[concat_ws('|', u.tenant_id, a.id, 'AccountAdmin')] then 'AccountAdmin'
    else coalesce(${accountRole(sql)}, 'General') end`

/** Matches a whole address in any spelling of its domain. */
const isAddressed = (sql: Sql, { q }: Search) => sql`u.email ilike ${containing(storedEmail(q))}`
