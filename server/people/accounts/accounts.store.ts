import type { Sql } from '#server/infra/db/database.ts'
import { counted, type Found, type Part } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'
import type { Account, listAccounts } from '#shared/contract/accounts.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'

/** An organisation in a tenant, as the database has it. */
export type AccountRow = Omit<Account, 'createdAt' | 'appliedAt' | 'acts' | 'chainAddress'> & {
  createdAt: Date
  appliedAt: Date
}

const columns = (sql: Sql) => sql`
  a.id as "accountId", a.tenant_id as "tenantId", a.name, a.kind as type, a.country,
  a.registration_number as "registrationNumber", a.website, a.status, a.status_reason as "statusReason",
  a.created_at as "createdAt", a.applied_at as "appliedAt"`

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

/** Writes what may change of an account, which the caller has locked. */
export async function saveAccount(sql: Sql, account: AccountRow): Promise<void> {
  await sql`
    update account set name = ${account.name}, country = ${account.country},
      registration_number = ${account.registrationNumber}, website = ${account.website}, status = ${account.status},
      status_reason = ${account.statusReason}, applied_at = ${account.appliedAt}
    where tenant_id = ${account.tenantId} and id = ${account.accountId}`
}

/**
 * Whether another organisation of the tenant has the name, whatever its accents and capitals; rejected ones do not count.
 * Until the transaction ends nobody else can check or take a name in the tenant.
 */
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

/** An account in a list: who may receive, and whether the account that asks transferred to it lately. */
export type ListedRow = AccountRow & { hasPeople: boolean; canReceive: boolean; hasReceived: boolean }

/** How many of an account's last transfers say to whom it has transferred. */
const lastTransfers = 500

/** Returns a part of the accounts, by name, as `asking` sees them. */
export async function accountsBy(
  sql: Sql,
  tenantId: string,
  filter: Pick<ValidQueryOf<typeof listAccounts>, 'status' | 'type' | 'canReceive' | 'q'>,
  asking: string | null,
  { after, limit, isSimilar }: Part,
): Promise<Found<ListedRow>> {
  const { status, type, canReceive, q } = filter
  const matching = sql`
    a.tenant_id = ${tenantId} ${status ? sql`and a.status = ${status}` : sql``} ${type ? sql`and a.kind = ${type}` : sql``}
    ${canReceive ? sql`and a.status = 'active' and exists (select from receiver(${tenantId}, a.id) r where r.may_receive)` : sql``}
    ${q ? sql`and (${finds(sql, sql`a.words`, q, isSimilar)} or a.id = ${q})` : sql``}`
  const rows = await sql<ListedRow[]>`
    select ${columns(sql)}, r.has_people as "hasPeople", a.status = 'active' and r.may_receive as "canReceive",
      a.id in (
        select t.to_account from (
          select t.to_account from transaction t where t.tenant_id = ${tenantId} and t.from_account = ${asking}
          order by t.occurred_at desc, t.id desc limit ${lastTransfers}
        ) t where t.to_account is not null
      ) as "hasReceived"
    from (
      select a.* from account a
      where ${matching} ${after ? sql`and (lower(a.name), a.id) > (lower(${after.value}), ${after.id})` : sql``}
      order by lower(a.name), a.id limit ${limit}
    ) a, receiver(${tenantId}, a.id) r
    order by lower(a.name), a.id`
  const [count] = await sql<
    { total: bigint }[]
  >`select ${counted(sql, sql`select from account a where ${matching}`)} as total`
  return { rows, total: count?.total ?? 0n }
}

/** Says whether an account receives units although nobody belongs to it. Returns whether there is such an account. */
export async function saveReceiving(sql: Sql, tenantId: string, id: string, mayReceive: boolean): Promise<boolean> {
  const rows = await sql`
    update account set receives_without_people = ${mayReceive} where tenant_id = ${tenantId} and id = ${id} returning id`
  return rows.length > 0
}

/** Returns the registry's record of a caller, made at its first call, locked until the transaction ends. */
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

/** Returns the recorded groups of a person who has an account; an empty list for anybody else. */
export async function recordedGroups(sql: Sql, tenantId: string, username: string): Promise<string[]> {
  const [row] = await sql<{ groups: string[] }[]>`
    select groups from app_user
    where tenant_id = ${tenantId} and username = ${username} and account_id is not null and status <> 'DELETED'`
  return row?.groups ?? []
}
