import type { Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notifyAdminsOf } from '#server/people/notices/notify.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { changeEmail } from './user-record.store.ts'
import { isEmailOfAnother, userByName } from './users.store.ts'

/** Records a confirmed new address and notifies the account's admins. Returns false if another user has the address. */
export async function recordAddress(
  tx: Sql,
  actor: Pick<Actor, 'tenantId' | 'address' | 'requestId'> & { userId: string },
  email: string,
): Promise<boolean> {
  const { tenantId, userId: username } = actor
  if (await isEmailOfAnother(tx, tenantId, username, email)) return false
  const user = await userByName(tx, tenantId, username, null)
  if (!user || user.email === email) return true
  await changeEmail(tx, tenantId, username, email)
  await audit(
    tx,
    { ...actor, accountIds: [], adminOf: [], isTenantAdmin: false },
    { act: 'user.address', subject: `user:${username}` },
  )
  const by = `${user.firstName} ${user.lastName}`.trim() || username
  await notifyAdminsOf(tx, tenantId, username, { kind: 'user.address', facts: { by } })
  return true
}
