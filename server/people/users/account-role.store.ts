import type { Sql } from '#server/infra/db/database.ts'
import type { AccountRole } from '#shared/rules/account-roles.ts'

type Person = { username: string; accountId: string }

/** Replaces the role that the person has in the account. */
export async function saveRole(
  tx: Sql,
  tenantId: string,
  { username, accountId }: Person,
  { role, at }: { role: AccountRole; at: Date },
): Promise<void> {
  await tx`
    insert into account_role (tenant_id, account_id, username, role, given_at)
    values (${tenantId}, ${accountId}, ${username}, ${role}, ${at})
    on conflict (tenant_id, account_id, username) do update set role = excluded.role, given_at = excluded.given_at,
      ends_at = null, is_end_told = false`
}

export async function deleteRole(tx: Sql, tenantId: string, { username, accountId }: Person): Promise<void> {
  await tx`
    delete from account_role where tenant_id = ${tenantId} and account_id = ${accountId} and username = ${username}`
}
