import type { Sql } from '#server/infra/db/database.ts'
import { limits } from '#shared/rules/limits.ts'

export type CheckRow = { documentId: string; username: string; name: string; at: Date }

/** Oldest first. Needs the tenant's transaction. */
export function checksOf(tx: Sql, tenantId: string, verificationId: string): Promise<CheckRow[]> {
  return tx<CheckRow[]>`
    select c.document_id as "documentId", c.username,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as name, c.checked_at as at
    from checked_document c join app_user u on u.tenant_id = c.tenant_id and u.username = c.username
    where c.tenant_id = ${tenantId} and c.verification_id = ${verificationId}
    order by c.checked_at, c.username limit ${limits.accountUsers * 10}`
}

type Check = { tenantId: string; verificationId: string; documentId: string; username: string }

/** Returns whether the check is new. */
export async function addCheck(tx: Sql, check: Check): Promise<boolean> {
  const rows = await tx`
    insert into checked_document (tenant_id, verification_id, document_id, username)
    values (${check.tenantId}, ${check.verificationId}, ${check.documentId}, ${check.username})
    on conflict do nothing returning username`
  return rows.length > 0
}

/** Returns whether there was a check. */
export async function deleteCheck(tx: Sql, check: Check): Promise<boolean> {
  const rows = await tx`
    delete from checked_document
    where tenant_id = ${check.tenantId} and verification_id = ${check.verificationId}
      and document_id = ${check.documentId} and username = ${check.username}
    returning username`
  return rows.length > 0
}

/** A word for the findings of each verification, another after each message. Needs the tenant's transaction. */
export async function signsOfFindings(
  tx: Sql,
  tenantId: string,
  verificationIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx<{ verificationId: string; sign: string }[]>`
    select v.id as "verificationId", v.status || ' ' || (
      select count(*) || ' ' || count(*) filter (where f.status = 'answered') || ' ' || count(*) filter (where f.status = 'closed')
      from finding f where f.tenant_id = v.tenant_id and f.verification_id = v.id
    ) || ' ' || (
      select count(*) from finding_message m join finding f on f.tenant_id = m.tenant_id and f.id = m.finding_id
      where f.tenant_id = v.tenant_id and f.verification_id = v.id
    ) as sign
    from verification v where v.tenant_id = ${tenantId} and v.id = any (${[...verificationIds]})
    limit ${verificationIds.length}`
  return new Map(rows.map(({ verificationId, sign }) => [verificationId, sign]))
}
