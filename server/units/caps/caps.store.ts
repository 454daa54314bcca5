import { json, type Sql } from '#server/infra/db/database.ts'
import type { CapsLeft } from '#shared/contract/caps.ts'
import type { ProtectionName, Protections, ProtectionValue } from '#shared/rules/protection.ts'

/** Until the transaction ends. */
export async function lockProtections(tx: Sql, tenantId: string, accountId: string): Promise<void> {
  await tx`select from account where tenant_id = ${tenantId} and id = ${accountId} for no key update`
}

export async function protectionsOf(sql: Sql, tenantId: string, accountId: string): Promise<Protections> {
  const [row] = await sql<Protections[]>`
    select approval_from::float8 as "approvalFrom", accepts_transfers as "acceptsTransfers", daily_cap::float8 as "dailyCap",
      new_recipient_cap::float8 as "newRecipientCap", only_listed as "onlyListed"
    from account where tenant_id = ${tenantId} and id = ${accountId}`
  if (!row) throw new Error('A member’s account has no row.')
  return row
}

export async function setProtections(
  tx: Sql,
  tenantId: string,
  accountId: string,
  { approvalFrom, acceptsTransfers, dailyCap, newRecipientCap, onlyListed }: Protections,
): Promise<void> {
  await tx`
    update account set approval_from = ${approvalFrom}, accepts_transfers = ${acceptsTransfers}, daily_cap = ${dailyCap},
      new_recipient_cap = ${newRecipientCap}, only_listed = ${onlyListed}
    where tenant_id = ${tenantId} and id = ${accountId}`
}

/** What the person has moved out of the account in 24 hours. */
export async function movedToday(sql: Sql, tenantId: string, accountId: string, username: string): Promise<bigint> {
  const [row] = await sql<{ moved: bigint }[]>`
    select coalesce(sum(quantity), 0)::bigint as moved from moved_lately(${tenantId}, ${accountId}, ${username}, null)`
  return row?.moved ?? 0n
}

type Coming = { name: ProtectionName; value: ProtectionValue; startsAt: Date; askedBy: string }

/** `askedBy` is a person's name. */
export async function comingOf(sql: Sql, tenantId: string, accountId: string): Promise<Coming[]> {
  return sql<Coming[]>`
    select c.name, c.value, c.starts_at as "startsAt",
      coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username) as "askedBy"
    from protection_to_come c join app_user u on u.tenant_id = c.tenant_id and u.username = c.asked_by
    where c.tenant_id = ${tenantId} and c.account_id = ${accountId} order by c.starts_at, c.name`
}

/** They wait a day. Returns until when. */
export async function saveComing(
  tx: Sql,
  tenantId: string,
  accountId: string,
  { values, askedBy }: { values: Record<string, ProtectionValue>; askedBy: string },
): Promise<Date> {
  const [row] = await tx<{ startsAt: Date }[]>`
    insert into protection_to_come (tenant_id, account_id, name, value, starts_at, asked_by)
    select ${tenantId}, ${accountId}, v.key, v.value, now() + interval '24 hours', ${askedBy} from jsonb_each(${json(values)}) v
    on conflict (tenant_id, account_id, name)
      do update set value = excluded.value, starts_at = excluded.starts_at, asked_by = excluded.asked_by
    returning starts_at as "startsAt"`
  if (!row) throw new Error('Nothing was to come.')
  return row.startsAt
}

/** Returns the names of those that were to come. */
export async function deleteComing(
  tx: Sql,
  tenantId: string,
  accountId: string,
  names: readonly ProtectionName[],
): Promise<ProtectionName[]> {
  const rows = await tx<{ name: ProtectionName }[]>`
    delete from protection_to_come where tenant_id = ${tenantId} and account_id = ${accountId} and name = any (${[...names]})
    returning name`
  return rows.map(({ name }) => name)
}

/** Accounts of which a protection has become weaker by now, the longest ago first. */
export async function accountsDue(sql: Sql, limit: number): Promise<{ tenantId: string; accountId: string }[]> {
  return sql<{ tenantId: string; accountId: string }[]>`
    select tenant_id as "tenantId", account_id as "accountId" from protection_to_come
    where starts_at <= now() group by tenant_id, account_id order by min(starts_at) limit ${limit}`
}

/** `askedBy` is a username. */
export async function deleteDue(tx: Sql, tenantId: string, accountId: string): Promise<Omit<Coming, 'startsAt'>[]> {
  return tx<Omit<Coming, 'startsAt'>[]>`
    delete from protection_to_come where tenant_id = ${tenantId} and account_id = ${accountId} and starts_at <= now()
    returning name, value, asked_by as "askedBy"`
}

/** As notices name them. */
export async function namesOf(
  sql: Sql,
  tenantId: string,
  accountId: string,
  username: string,
): Promise<{ account: string; by: string }> {
  const [row] = await sql<{ account: string; by: string }[]>`
    select a.name as account, coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username) as by
    from account a join app_user u on u.tenant_id = a.tenant_id and u.username = ${username}
    where a.tenant_id = ${tenantId} and a.id = ${accountId}`
  if (!row) throw new Error('A member’s account has no row.')
  return row
}

/** One statement, which sets the tenant for the row policies. What the caps leave before a movement; null without caps. Fails as the movement would. */
export async function checkedCaps(
  sql: Sql,
  tenantId: string,
  { userId, from, to, quantity }: { userId: string; from: string; to: string | null; quantity: number },
): Promise<CapsLeft | null> {
  const [row] = await sql<{ caps: CapsLeft | null }[]>`
    select check_caps(${tenantId}, ${userId}, ${from}, ${to}, ${quantity}) as caps
    from (select set_config('registry.tenant', ${tenantId}, true)) wall`
  return row?.caps ?? null
}
