import type { Sql } from '#server/infra/db/database.ts'
import type { CapsLeft } from '#shared/contract/caps.ts'
import type { AccountProtections } from '#shared/rules/protection.ts'

/** Until the transaction ends. */
export async function lockProtections(tx: Sql, tenantId: string, accountId: string): Promise<void> {
  await tx`select from account where tenant_id = ${tenantId} and id = ${accountId} for no key update`
}

export async function protectionsOf(sql: Sql, tenantId: string, accountId: string): Promise<AccountProtections> {
  const [row] = await sql<AccountProtections[]>`
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
  { approvalFrom, acceptsTransfers, dailyCap, newRecipientCap, onlyListed }: AccountProtections,
): Promise<void> {
  await tx`
    update account set approval_from = ${approvalFrom}, accepts_transfers = ${acceptsTransfers}, daily_cap = ${dailyCap},
      new_recipient_cap = ${newRecipientCap}, only_listed = ${onlyListed}
    where tenant_id = ${tenantId} and id = ${accountId}`
}

/** Null: the registry caps nobody. */
export async function dailyCapOfRegistry(sql: Sql, tenantId: string): Promise<number | null> {
  const [row] = await sql<{ dailyCap: number | null }[]>`
    select daily_cap::float8 as "dailyCap" from tenant where id = ${tenantId}`
  return row?.dailyCap ?? null
}

/** What the person has moved out of the account in 24 hours. */
export async function movedToday(sql: Sql, tenantId: string, accountId: string, username: string): Promise<bigint> {
  const [row] = await sql<{ moved: bigint }[]>`
    select coalesce(sum(quantity), 0)::bigint as moved from moved_lately(${tenantId}, ${accountId}, ${username}, null)`
  return row?.moved ?? 0n
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
