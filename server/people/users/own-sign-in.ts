import type { Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import { stopAfterTheft } from '#server/people/stops/stops.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { userByName } from './users.store.ts'

/** A person at the embedded identity provider, without rights in the registry. */
export type OwnActor = Pick<Actor, 'tenantId' | 'address' | 'requestId'> & { userId: string }

export async function auditOwn(
  tx: Sql,
  actor: OwnActor,
  act: 'user.endSessions' | 'user.password' | 'user.notMe',
): Promise<void> {
  await audit(
    tx,
    { ...actor, accountIds: [], adminOf: [], isTenantAdmin: false },
    { act, subject: `user:${actor.userId}` },
  )
}

/** A person says that somebody else used their sign-in: their account is stopped, and the registry's admins are told. */
export async function reportTheft(tx: Sql, actor: OwnActor): Promise<void> {
  await auditOwn(tx, actor, 'user.notMe')
  const user = await userByName(tx, actor.tenantId, actor.userId)
  const by = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() || actor.userId
  await notify(tx, actor, { tenantAdmins: true }, { kind: 'user.notMe', facts: { by } })
  if (user?.accountId) await stopAfterTheft(tx, actor, user.accountId)
}
