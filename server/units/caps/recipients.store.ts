import type { Sql } from '#server/infra/db/database.ts'
import { readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'

export type RecipientRow = {
  accountId: string
  name: string
  addedAt: Date
  addedBy: string
  newUntil: string | null
}

const tables = (sql: Sql) => sql`recipient r join account a on a.tenant_id = r.tenant_id and a.id = r.recipient_id`

/** As check_caps of migrations/current/caps.sql tells new recipients. */
const columns = (sql: Sql) => sql`
  r.recipient_id as "accountId", a.name, r.added_at as "addedAt", (
    select coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username) from app_user u
    where u.tenant_id = r.tenant_id and u.username = r.added_by) as "addedBy",
  (select case when old_from > now() then next_minute(old_from) end from old_recipient_from(r.tenant_id, r.account_id, r.recipient_id) old_from)
    as "newUntil"`

/** By name. */
export function recipientsOf(
  sql: Sql,
  tenantId: string,
  accountId: string,
  part: Part,
): Promise<Found<RecipientRow & Placed>> {
  const source: Source = {
    from: tables(sql),
    within: sql`
      r.tenant_id = ${tenantId} and r.account_id = ${accountId}
      ${part.search ? sql`and ${finds(sql, sql`search_words(a.name)`, part.search)}` : sql``}`,
    columns: columns(sql),
    key: [sql`a.name`, sql`r.recipient_id`],
  }
  return readList(sql, { sources: [source], order: {} }, part)
}

export async function recipientNamed(
  sql: Sql,
  tenantId: string,
  accountId: string,
  recipientId: string,
): Promise<RecipientRow | null> {
  const [row] = await sql<RecipientRow[]>`
    select ${columns(sql)} from ${tables(sql)}
    where r.tenant_id = ${tenantId} and r.account_id = ${accountId} and r.recipient_id = ${recipientId}`
  return row ?? null
}

export async function mayBeRecipient(sql: Sql, tenantId: string, id: string): Promise<boolean> {
  const rows = await sql`select from account where tenant_id = ${tenantId} and id = ${id} and status = 'active'`
  return rows.length > 0
}

/** A listed one stays as it is. */
export async function insertRecipient(
  tx: Sql,
  tenantId: string,
  accountId: string,
  { recipientId, addedBy }: { recipientId: string; addedBy: string },
): Promise<void> {
  await tx`
    insert into recipient (tenant_id, account_id, recipient_id, added_by)
    values (${tenantId}, ${accountId}, ${recipientId}, ${addedBy}) on conflict do nothing`
}

/** Returns false for one that is not listed. */
export async function deleteRecipient(
  tx: Sql,
  tenantId: string,
  accountId: string,
  recipientId: string,
): Promise<boolean> {
  const rows = await tx`
    delete from recipient where tenant_id = ${tenantId} and account_id = ${accountId} and recipient_id = ${recipientId} returning 1`
  return rows.length > 0
}
