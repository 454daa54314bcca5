import type { Sql } from '#server/infra/db/database.ts'
import { notify } from '#server/people/notices/notify.ts'
import { auditOwn, type OwnActor } from '#server/people/users/own-sign-in.ts'
import { userByName } from '#server/people/users/users.store.ts'
import { stopAfterTheft } from './stops.ts'

/** Tells the registry of a stolen sign-in: its admins have a notice, and the person's account is stopped. */
export async function reportTheft(tx: Sql, actor: OwnActor): Promise<void> {
  await auditOwn(tx, actor, 'user.notMe')
  const user = await userByName(tx, actor.tenantId, actor.userId)
  const by = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() || actor.userId
  await notify(tx, actor, { tenantAdmins: true }, { kind: 'user.notMe', facts: { by } })
  if (user?.accountId) await stopAfterTheft(tx, actor, user.accountId)
}
