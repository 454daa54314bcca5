import type { Sql } from '#server/infra/db/database.ts'
import { type List, readList } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { isFound } from '#server/infra/db/search.ts'
import type { Account, listAccounts } from '#shared/contract/accounts.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'

export type AccountRow = Omit<Account, 'createdAt' | 'appliedAt' | 'acts' | 'chainAddress' | 'stop'> & {
  createdAt: Date
  appliedAt: Date
} & StopRow

/** Null unless stopped. */
type StopRow = {
  stoppedAt: Date | null
  stoppedBy: string | null
  stopperName: string | null
  isStoppedByLink: boolean
  stopReason: string | null
}

const columns = (sql: Sql) => sql`
  a.id as "accountId", a.tenant_id as "tenantId", a.name, a.kind as type, a.country,
  a.registration_number as "registrationNumber", a.website, a.status, a.status_reason as "statusReason",
  a.created_at as "createdAt", a.applied_at as "appliedAt", a.stopped_at as "stoppedAt", a.stopped_by as "stoppedBy",
  a.is_stopped_by_link as "isStoppedByLink", a.stop_reason as "stopReason", (
    select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) from app_user u
    where u.tenant_id = a.tenant_id and u.username = a.stopped_by) as "stopperName"`

export async function accountById(sql: Sql, tenantId: string, id: string): Promise<AccountRow | null> {
  const [row] = await sql<AccountRow[]>`
    select ${columns(sql)} from account a where a.tenant_id = ${tenantId} and a.id = ${id}`
  return row ?? null
}

/** The same, locked until the transaction ends. */
export async function lockAccount(sql: Sql, tenantId: string, id: string): Promise<AccountRow | null> {
  const [row] = await sql<AccountRow[]>`
    select ${columns(sql)} from account a where a.tenant_id = ${tenantId} and a.id = ${id} for no key update`
  return row ?? null
}

export async function insertAccount(
  sql: Sql,
  account: Pick<AccountRow, 'accountId' | 'tenantId' | 'name' | 'type' | 'country' | 'registrationNumber' | 'website'>,
): Promise<void> {
  await sql`
    insert into account (tenant_id, id, name, kind, country, registration_number, website)
    values (${account.tenantId}, ${account.accountId}, ${account.name}, ${account.type}, ${account.country},
      ${account.registrationNumber}, ${account.website})`
}

/** The caller has locked the account. */
export async function saveAccount(sql: Sql, account: AccountRow): Promise<void> {
  await sql`
    update account set name = ${account.name}, country = ${account.country},
      registration_number = ${account.registrationNumber}, website = ${account.website}, status = ${account.status},
      status_reason = ${account.statusReason}, applied_at = ${account.appliedAt}
    where tenant_id = ${account.tenantId} and id = ${account.accountId}`
}

/** Ignores accents, capitals and rejected organisations. Locks names in the tenant until the transaction ends. */
export async function isNameTaken(
  sql: Sql,
  { tenantId, accountId, name }: Pick<AccountRow, 'tenantId' | 'accountId' | 'name'>,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account name ${tenantId}`}, 0))`
  const rows = await sql`
    select from account a
    where a.tenant_id = ${tenantId} and a.id <> ${accountId} and a.status <> 'rejected' and plain(a.name) = plain(${name})
    limit 1`
  return rows.length > 0
}

/** Says whether the account can receive units, and recently received some from the caller's account. */
export type ListedRow = AccountRow & { hasPeople: boolean; canReceive: boolean; hasReceived: boolean }

const lastTransfers = 500

/** Sorted by name, for the account `viewerAccountId`. */
export function accountsBy(
  sql: Sql,
  tenantId: string,
  { status, type, canReceive }: Pick<ValidQueryOf<typeof listAccounts>, 'status' | 'type' | 'canReceive'>,
  viewerAccountId: string | null,
  part: Part,
): Promise<Found<ListedRow & Placed>> {
  const within = sql`
    a.tenant_id = ${tenantId} ${status ? sql`and a.status = ${status}` : sql``} ${type ? sql`and a.kind = ${type}` : sql``}
    ${canReceive ? sql`and a.status = 'active' and exists (select from receiver(${tenantId}, a.id) r where r.may_receive)` : sql``}
    ${part.search ? sql`and ${isFound(sql, tenantId, 'account', sql`a.id`, part.search)}` : sql``}`
  const list: List = {
    sources: [{ from: sql`account a`, within, columns: sql`a.*`, key: [sql`lower(a.name)`, sql`a.id`] }],
    order: {},
    detail: {
      alias: sql`a`,
      columns: sql`
        ${columns(sql)}, r.has_people as "hasPeople", a.status = 'active' and r.may_receive as "canReceive",
        a.id in (
          select t.to_account from (
            select t.to_account from transaction t where t.tenant_id = ${tenantId} and t.from_account = ${viewerAccountId}
            order by t.occurred_at desc, t.id desc limit ${lastTransfers}
          ) t where t.to_account is not null
        ) as "hasReceived"`,
      joins: sql`cross join lateral receiver(${tenantId}, a.id) r`,
    },
  }
  return readList(sql, list, part)
}

/** Returns false if there is no such account. */
export async function saveReceiving(sql: Sql, tenantId: string, id: string, mayReceive: boolean): Promise<boolean> {
  const rows = await sql`
    update account set receives_without_people = ${mayReceive} where tenant_id = ${tenantId} and id = ${id} returning id`
  return rows.length > 0
}

/** Returns the caller's record, locked until the transaction ends. */
export async function lockPerson(
  sql: Sql,
  tenantId: string,
  username: string,
): Promise<{ accountId: string | null; groups: string[] }> {
  const [row] = await sql<{ accountId: string | null; groups: string[] }[]>`
    select account_id as "accountId", groups from app_user
    where tenant_id = ${tenantId} and username = ${username} for no key update`
  if (!row) throw new Error('a caller has no record')
  return row
}

/** Empty for a person without account. */
export async function recordedGroups(sql: Sql, tenantId: string, username: string): Promise<string[]> {
  const [row] = await sql<{ groups: string[] }[]>`
    select groups from app_user
    where tenant_id = ${tenantId} and username = ${username} and status <> 'DELETED'
      and exists (select from people_of_accounts(${tenantId}) p where p.username = ${username})`
  return row?.groups ?? []
}
