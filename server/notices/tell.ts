import type { Sql } from '#server/db/database.ts'
import type { Notice } from '#shared/rules/notices.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** Whom an act concerns: the active users of accounts, one person, the admins of the tenant. Nobody is told twice. */
export type Concerned = {
  accounts?: readonly (string | null)[]
  user?: string
  tenantAdmins?: boolean
}

/** Tells everybody concerned but the actor; part of the transaction that acts, so that neither is without the other. */
export async function tell(
  tx: Sql,
  actor: Pick<Actor, 'tenantId' | 'userId'>,
  { accounts = [], user, tenantAdmins = false }: Concerned,
  { kind, facts }: Notice,
): Promise<void> {
  const accountIds = accounts.filter((id) => id !== null)
  const usernames = user === undefined ? [] : [user]
  await tx`
    select tell(${actor.tenantId}, ${actor.userId}, ${accountIds}::text[], ${usernames}::text[], ${tenantAdmins},
      ${kind}, ${tx.json(facts)})`
}
