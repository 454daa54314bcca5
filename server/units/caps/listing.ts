import type { Sql } from '#server/infra/db/database.ts'
import { noSuchAccount } from '#server/people/accounts/accounts.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notifyAdminsOfAccount } from '#server/people/notices/notify.ts'
import { namesOf } from '#server/people/protection/delaying.ts'
import type { Member } from '#shared/rules/permissions.ts'
import { insertRecipient, mayBeRecipient, type RecipientRow, recipientNamed } from './recipients.store.ts'

/** Puts a recipient on the list of the member's account, and tells all its admins. Fails with `not_found`. */
export async function listRecipient(
  tx: Sql,
  member: Member,
  { recipientId, askedById }: { recipientId: string; askedById: string },
): Promise<RecipientRow> {
  const { tenantId, accountId, userId } = member
  if (!(await mayBeRecipient(tx, tenantId, recipientId))) throw noSuchAccount()
  await insertRecipient(tx, tenantId, accountId, { recipientId, addedBy: askedById })
  const row = await recipientNamed(tx, tenantId, accountId, recipientId)
  if (!row) throw new Error('a recipient that was just listed is gone')
  await audit(tx, member, { act: 'recipient.add', subject: `account:${accountId}`, after: { account: recipientId } })
  const names = await namesOf(tx, { tenantId, accountId }, userId)
  await notifyAdminsOfAccount(tx, tenantId, accountId, {
    kind: 'recipient.add',
    facts: { account: names.account ?? undefined, by: names.by, about: row.name },
  })
  return row
}
