import type { Sql } from '#server/infra/db/database.ts'

/** Without a record, all but `tenantIsActive` and `accountIds` are null. */
export type PersonRecord = {
  tenantIsActive: boolean
  status: string | null
  email: string | null
  groups: string[] | null
  /** The record copies the tokens' groups. */
  followsToken: boolean | null
  /** The requested accounts that exist. */
  accountIds: string[]
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
      array(select a.id from account a where a.tenant_id = ${tenantId} and a.id = any (${[...accountIds]})) as "accountIds"
    from (select 1) one
    left join app_user u on u.tenant_id = ${tenantId} and u.username = ${username}`
  return row ?? { tenantIsActive: false, status: null, email: null, groups: null, followsToken: null, accountIds: [] }
}
