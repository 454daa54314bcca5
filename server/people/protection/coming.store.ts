import { json, type Sql } from '#server/infra/db/database.ts'
import type { Notice } from '#shared/rules/notices.ts'
import type { ProtectionName, ProtectionValue } from '#shared/rules/protection.ts'

/** Whose rules: an account's, or its registry's (`accountId` null). */
export type Owner = { tenantId: string; accountId: string | null }

const whose = (sql: Sql, { tenantId, accountId }: Owner) =>
  sql`c.tenant_id = ${tenantId} and c.account_id is not distinct from ${accountId}`

export type Coming = { name: ProtectionName; value: ProtectionValue; startsAt: Date; askedBy: string }

/** `askedBy` is a person's name. */
export async function comingOf(sql: Sql, owner: Owner): Promise<Coming[]> {
  return sql<Coming[]>`
    select c.name, c.value, c.starts_at as "startsAt",
      coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username) as "askedBy"
    from protection_to_come c join app_user u on u.tenant_id = c.tenant_id and u.username = c.asked_by
    where ${whose(sql, owner)} order by c.starts_at, c.name`
}

/** They wait a day. Returns until when. */
export async function saveComing(
  tx: Sql,
  { tenantId, accountId }: Owner,
  { values, askedBy }: { values: Record<string, ProtectionValue>; askedBy: string },
): Promise<Date> {
  const [row] = await tx<{ startsAt: Date }[]>`
    insert into protection_to_come (tenant_id, account_id, name, value, starts_at, asked_by)
    select ${tenantId}, ${accountId}::text, v.key, v.value, now() + interval '24 hours', ${askedBy} from jsonb_each(${json(values)}) v
    on conflict (tenant_id, account_id, name)
      do update set value = excluded.value, starts_at = excluded.starts_at, asked_by = excluded.asked_by
    returning starts_at as "startsAt"`
  if (!row) throw new Error('Nothing was to come.')
  return row.startsAt
}

/** Returns the names of those that were to come. */
export async function deleteComing(tx: Sql, owner: Owner, names: readonly ProtectionName[]): Promise<ProtectionName[]> {
  const rows = await tx<{ name: ProtectionName }[]>`
    delete from protection_to_come c where ${whose(tx, owner)} and c.name = any (${[...names]}) returning c.name`
  return rows.map(({ name }) => name)
}

/** Of which a protection has become weaker by now, the longest ago first. */
export async function ownersDue(sql: Sql, limit: number): Promise<Owner[]> {
  return sql<Owner[]>`
    select tenant_id as "tenantId", account_id as "accountId" from protection_to_come
    where starts_at <= now() group by tenant_id, account_id order by min(starts_at) limit ${limit}`
}

/** `askedBy` is a username. */
export async function deleteDue(tx: Sql, owner: Owner): Promise<Omit<Coming, 'startsAt'>[]> {
  return tx<Omit<Coming, 'startsAt'>[]>`
    delete from protection_to_come c where ${whose(tx, owner)} and c.starts_at <= now()
    returning c.name, c.value, c.asked_by as "askedBy"`
}

/** As notices name them; `account` null for a registry. */
export async function namesOf(
  sql: Sql,
  { tenantId, accountId }: Owner,
  username: string,
): Promise<{ account: string | null; by: string }> {
  const [row] = await sql<{ account: string | null; by: string }[]>`
    select a.name as account, coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username) as by
    from app_user u left join account a on a.tenant_id = u.tenant_id and a.id = ${accountId}
    where u.tenant_id = ${tenantId} and u.username = ${username}`
  if (!row) throw new Error('A member has no row.')
  return row
}

/** Here, as notices know registries. Notifies also who acted: another may have used their sign-in. */
export async function tellAdmins(tx: Sql, { tenantId, accountId }: Owner, { kind, facts }: Notice): Promise<void> {
  await tx`
    select tell(${tenantId}, null, '{}', array(
        select p.username from people_of_accounts(${tenantId}) p
        where p.account_id = ${accountId} and p.status = 'ACTIVE' and p.is_admin),
      ${accountId === null}, ${kind}, ${json(facts)})`
}
