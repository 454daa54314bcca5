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
