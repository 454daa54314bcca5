import type { Sql } from '#server/infra/db/database.ts'
import type { AccountRole } from '#shared/rules/account-roles.ts'

type Person = { username: string; accountId: string }

/** Replaces the role that the person has in the account. */
export async function saveRole(
  tx: Sql,
  tenantId: string,
  { username, accountId }: Person,
  { role, at, endsAt }: { role: AccountRole; at: Date; endsAt: Date | null },
): Promise<void> {
  await tx`
    insert into account_role (tenant_id, account_id, username, role, given_at, ends_at)
    values (${tenantId}, ${accountId}, ${username}, ${role}, ${at}, ${endsAt})
    on conflict (tenant_id, account_id, username) do update set role = excluded.role, given_at = excluded.given_at,
      ends_at = excluded.ends_at, is_end_told = false`
}

export async function deleteRole(tx: Sql, tenantId: string, { username, accountId }: Person): Promise<void> {
  await tx`
    delete from account_role where tenant_id = ${tenantId} and account_id = ${accountId} and username = ${username}`
}

/** Tells each viewer, once, whose access ends within a week. */
export async function tellOfEnds(sql: Sql, now: Date): Promise<void> {
  await sql`
    with due as (
      update account_role r set is_end_told = true from account a
      where a.tenant_id = r.tenant_id and a.id = r.account_id and not r.is_end_told
        and r.ends_at > ${now} and r.ends_at <= ${now}::timestamptz + interval '7 days'
      returning r.tenant_id, r.username, a.name, r.ends_at)
    select tell(d.tenant_id, null, '{}', array[d.username], false, 'user.roleEnds', jsonb_build_object('account', d.name,
      'dueDate', to_char((d.ends_at - interval '1 ms') at time zone 'UTC', 'YYYY-MM-DD')))
    from due d`
}
