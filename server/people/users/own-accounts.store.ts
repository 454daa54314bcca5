import { json, type Sql } from '#server/infra/db/database.ts'
import type { AccountRole } from '#shared/rules/account-roles.ts'
import type { Notice } from '#shared/rules/notices.ts'

export type OwnAccountRow = {
  accountId: string
  name: string
  isAdmin: boolean
  role: AccountRole | null
  roleEndsAt: Date | null
}

/** In the order of the person's groups. */
export async function accountsOf(sql: Sql, tenantId: string, username: string): Promise<OwnAccountRow[]> {
  return sql<OwnAccountRow[]>`
    select p.account_id as "accountId", a.name, p.is_admin as "isAdmin", p.role, p.ends_at as "roleEndsAt"
    from people_of_accounts(${tenantId}) p
    join account a on a.tenant_id = ${tenantId} and a.id = p.account_id
    where p.username = ${username}
    order by p.place`
}

/** `username` is that of the invitation's record. */
export type InvitationRow = {
  username: string
  accountId: string
  account: string
  accountStatus: string
  groups: string[]
  invitedAt: Date
}

/** Of accounts to a known address, the newest first. */
export async function invitationsTo(sql: Sql, tenantId: string, email: string): Promise<InvitationRow[]> {
  return sql<InvitationRow[]>`
    select i.username, a.id as "accountId", a.name as account, a.status as "accountStatus", i.groups, i.created_at as "invitedAt"
    from app_user i
    join people_of_accounts(${tenantId}) p on p.username = i.username
    join account a on a.tenant_id = i.tenant_id and a.id = p.account_id
    where i.tenant_id = ${tenantId} and lower(i.email) = lower(${email}) and i.is_only_asked and i.status <> 'DELETED'
    order by i.created_at desc, i.username`
}

/** The owner of an address that signs in; null for others. */
export async function ownerOf(sql: Sql, tenantId: string, email: string): Promise<string | null> {
  const [row] = await sql<{ username: string }[]>`
    select username from app_user
    where tenant_id = ${tenantId} and lower(email) = lower(${email}) and status = 'ACTIVE' and not is_only_asked`
  return row?.username ?? null
}

/** Without a letter: the invitation is one. */
export async function insertMailedNotice(
  tx: Sql,
  tenantId: string,
  username: string,
  { kind, facts }: Notice,
): Promise<void> {
  await tx`
    insert into notice (tenant_id, username, kind, facts, is_sorted)
    values (${tenantId}, ${username}, ${kind}, ${json(facts)}, true)`
}
