import type { Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** A person at the embedded identity provider, without rights in the registry. */
export type OwnActor = Pick<Actor, 'tenantId' | 'address' | 'requestId'> & { userId: string }

export async function auditOwn(
  tx: Sql,
  actor: OwnActor,
  act: 'user.endSessions' | 'user.factors' | 'user.password' | 'user.notMe',
): Promise<void> {
  await audit(
    tx,
    { ...actor, accountIds: [], adminOf: [], isTenantAdmin: false },
    { act, subject: `user:${actor.userId}` },
  )
}
