import type { Sql } from '#server/infra/db/database.ts'
import type { AccountRole } from '#shared/rules/account-roles.ts'

/** `endsAt` in ms; null: never. */
export type RecordedRole = { accountId: string; role: AccountRole; endsAt: number | null }

/** Without a record, all but `tenantIsActive`, `accountIds` and `roles` are null. */
export type PersonRecord = {
  tenantIsActive: boolean
  status: string | null
  email: string | null
  groups: string[] | null
  /** The record copies the tokens' groups. */
  followsToken: boolean | null
  /** The requested accounts that exist. */
  accountIds: string[]
  roles: RecordedRole[]
}

export async function personRecord(
  sql: Sql,
  tenantId: string,
  username: string,
  accountIds: readonly string[],
): Promise<PersonRecord> {
  const [row] = await sql<PersonRecord[]>`
    select coalesce((select t.status = 'active' from tenant t where t.id = ${tenantId}), false) as "tenantIsActive",
      u.status, u.email, u.groups, u.follows_token as "followsToken",
      array(select a.id from account a where a.tenant_id = ${tenantId} and a.id = any (${[...accountIds]})) as "accountIds",
      array(
        select jsonb_build_object('accountId', r.account_id, 'role', r.role, 'endsAt', floor(extract(epoch from r.ends_at) * 1000))
        from account_role r where r.tenant_id = ${tenantId} and r.username = ${username}) as roles
    from (select 1) one
    left join app_user u on u.tenant_id = ${tenantId} and u.username = ${username}`
  if (!row) throw new Error('A query of one row has none.')
  return row
}
