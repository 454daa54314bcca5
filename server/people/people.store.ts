import type { Sql } from '#server/db/database.ts'

/** What our own records say of a caller: `groups` is null for someone whom only the identity provider knows. */
export type PersonRecord = {
  tenantIsActive: boolean
  status: string | null
  groups: readonly string[] | null
  accountIds: readonly string[]
}

export async function personRecord(
  sql: Sql,
  tenantId: string,
  username: string,
  accountIds: readonly string[],
): Promise<PersonRecord> {
  const [row] = await sql<PersonRecord[]>`
    select coalesce((select t.status = 'active' from tenant t where t.id = ${tenantId}), false) as "tenantIsActive",
      u.status, u.groups,
      array(select a.id from account a where a.tenant_id = ${tenantId} and a.id = any (${accountIds as string[]})) as "accountIds"
    from (select 1) one
    left join app_user u on u.tenant_id = ${tenantId} and u.username = ${username}`
  return row ?? { tenantIsActive: false, status: null, groups: null, accountIds: [] }
}

/**
 * Whoever calls with a token has set up the sign-in: the invitation is taken up, once, and the audit log says so. Answers
 * false when it was taken up already.
 */
export async function takeUpInvitation(sql: Sql, tenantId: string, username: string): Promise<boolean> {
  const { count } = await sql`
    with active as (
      update app_user set status = 'ACTIVE'
      where tenant_id = ${tenantId} and username = ${username} and status = 'SETUP IN PROGRESS'
      returning tenant_id, username
    )
    insert into audit_event (tenant_id, actor, act, subject, before, after)
    select tenant_id, username, 'user.setUp', 'user:' || username, '{"status": "SETUP IN PROGRESS"}', '{"status": "ACTIVE"}'
    from active`
  return count === 1
}
