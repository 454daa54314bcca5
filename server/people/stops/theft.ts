import type { Sql } from '#server/infra/db/database.ts'
import { notify } from '#server/people/notices/notify.ts'
import { auditOwn, type OwnActor } from '#server/people/users/own-sign-in.ts'
import { accountsToStop, nameOfPerson } from './stops.store.ts'
import { stopAfterTheft } from './stops.ts'

/** Tells the registry of a stolen sign-in: its admins have a notice, and the person's accounts are stopped. */
export async function reportTheft(tx: Sql, actor: OwnActor): Promise<void> {
  const { tenantId, userId } = actor
  await auditOwn(tx, actor, 'user.notMe')
  const by = await nameOfPerson(tx, tenantId, userId)
  await notify(tx, actor, { tenantAdmins: true }, { kind: 'user.notMe', facts: { by } })
  for (const accountId of await accountsToStop(tx, tenantId, userId)) await stopAfterTheft(tx, actor, accountId)
}
