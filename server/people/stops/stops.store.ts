import type { Sql } from '#server/infra/db/database.ts'
import { MAX_GROUPS } from '#shared/rules/groups.ts'

/** Waits for the movements out of the account that have begun, and keeps others out until the transaction ends. */
export async function lockMovements(tx: Sql, accountId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('account stop'), hashtext(${accountId}))`
}

/**
 * The account's acts, as nothing may leave it, and its weaker protection and new recipients, for which a thief may have
 * asked. The caller holds the lock of `lockMovements`.
 */
export async function endWaiting(tx: Sql, tenantId: string, accountId: string): Promise<void> {
  await tx`select set_config('registry.tenant', ${tenantId}, true), end_acts_of(${tenantId}, ${accountId})`
  await tx`delete from protection_to_come where tenant_id = ${tenantId} and account_id = ${accountId}`
  await tx`
    update recipient_request set outcome = 'stopped', ended_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId} and outcome is null`
}

/** The caller has locked the account. */
export async function saveStop(
  tx: Sql,
  tenantId: string,
  accountId: string,
  stop: { at: Date; by: string; isByLink: boolean; reason: string | null },
): Promise<void> {
  await tx`
    update account set stopped_at = ${stop.at}, stopped_by = ${stop.by}, is_stopped_by_link = ${stop.isByLink},
      stop_reason = ${stop.reason}
    where tenant_id = ${tenantId} and id = ${accountId}`
}

/** The caller has locked the account. */
export async function deleteStop(tx: Sql, tenantId: string, accountId: string): Promise<void> {
  await tx`
    update account set stopped_at = null, stopped_by = null, is_stopped_by_link = false, stop_reason = null
    where tenant_id = ${tenantId} and id = ${accountId}`
}

/** `isTheirs`: the person still signs in and belongs to the account, not only as a viewer. */
export type StopLink = { username: string; accountId: string; endsAt: Date; usedAt: Date | null; isTheirs: boolean }

/** Locked until the transaction ends. */
export async function lockStopLink(tx: Sql, tenantId: string, tokenHash: Uint8Array): Promise<StopLink | null> {
  const [row] = await tx<StopLink[]>`
    select l.username, l.account_id as "accountId", l.ends_at as "endsAt", l.used_at as "usedAt",
      exists (
        select from people_of_accounts(l.tenant_id) p
        where p.account_id = l.account_id and p.username = l.username and p.status = 'ACTIVE' and ${mayStop(tx)}) as "isTheirs"
    from stop_link l
    where l.tenant_id = ${tenantId} and l.token_hash = ${tokenHash} for no key update of l`
  return row ?? null
}

export async function saveUse(tx: Sql, tenantId: string, tokenHash: Uint8Array, at: Date): Promise<void> {
  await tx`update stop_link set used_at = ${at} where tenant_id = ${tenantId} and token_hash = ${tokenHash}`
}

export async function nameOfPerson(tx: Sql, tenantId: string, username: string): Promise<string> {
  const [row] = await tx<{ name: string }[]>`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as name from app_user
    where tenant_id = ${tenantId} and username = ${username}`
  return row?.name ?? username
}

/** A viewer moves nothing and stops no account. */
const mayStop = (sql: Sql) => sql`p.role is distinct from 'Viewer'`

/** Without those where the person is a viewer. */
export async function accountsToStop(tx: Sql, tenantId: string, username: string): Promise<string[]> {
  const rows = await tx<{ accountId: string }[]>`
    select p.account_id as "accountId" from people_of_accounts(${tenantId}) p
    where p.username = ${username} and ${mayStop(tx)} order by p.account_id limit ${MAX_GROUPS}`
  return rows.map(({ accountId }) => accountId)
}
