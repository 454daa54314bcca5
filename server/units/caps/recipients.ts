import { inTenant } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { noSuchAccount } from '#server/people/accounts/accounts.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notifyAdminsOfAccount } from '#server/people/notices/notify.ts'
import { namesOf } from '#server/people/protection/delaying.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { listRecipients, Recipient } from '#shared/contract/caps.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type Actor, memberOf } from '#shared/rules/permissions.ts'
import {
  deleteRecipient,
  insertRecipient,
  mayBeRecipient,
  type RecipientRow,
  recipientNamed,
  recipientsOf,
} from './recipients.store.ts'

type Deps = Pick<InfraDeps, 'sql'>

/** By name. */
export function recipientList(
  { sql }: Deps,
  actor: Actor,
  query: ValidQueryOf<typeof listRecipients>,
): Promise<Page<Recipient>> {
  const { tenantId, accountId } = memberOf(actor)
  return inTenant(sql, tenantId, (tx) =>
    pageOf(query, {
      correct: corrector(tx, actor, tenantId),
      read: (part) => recipientsOf(tx, tenantId, accountId, part),
      itemOf: recipientOf,
    }),
  )
}

/** Tells all admins of the account. A listed recipient stays as it is. Fails with `not_found`, `conflict` for the own account. */
export function addOwnRecipient({ sql }: Deps, actor: Actor, recipientId: string): Promise<Recipient> {
  const { tenantId, accountId, userId } = memberOf(actor)
  return inTenant(sql, tenantId, async (tx) => {
    if (recipientId === accountId)
      throw new Failure('conflict', 'The recipient is your own account.', because('caps.ownAccount'))
    if (!(await mayBeRecipient(tx, tenantId, recipientId))) throw noSuchAccount()
    const isNew = await insertRecipient(tx, tenantId, accountId, { recipientId, addedBy: userId })
    const row = await recipientNamed(tx, tenantId, accountId, recipientId)
    if (!row) throw new Error('a recipient that was just listed is gone')
    if (!isNew) return recipientOf(row)
    await audit(tx, actor, { act: 'recipient.add', subject: `account:${accountId}`, after: { account: recipientId } })
    const names = await namesOf(tx, { tenantId, accountId }, userId)
    await notifyAdminsOfAccount(tx, tenantId, accountId, {
      kind: 'recipient.add',
      facts: { account: names.account ?? undefined, by: names.by, about: row.name },
    })
    return recipientOf(row)
  })
}

/** Fails with `not_found`. */
export function removeOwnRecipient({ sql }: Deps, actor: Actor, recipientId: string): Promise<{ accountId: string }> {
  const { tenantId, accountId } = memberOf(actor)
  return inTenant(sql, tenantId, async (tx) => {
    if (!(await deleteRecipient(tx, tenantId, accountId, recipientId)))
      throw new Failure('not_found', 'It is not on your list.', because('noSuch.recipient'))
    await audit(tx, actor, {
      act: 'recipient.remove',
      subject: `account:${accountId}`,
      before: { account: recipientId },
    })
    return { accountId: recipientId }
  })
}

function recipientOf({ addedAt, newUntil, ...row }: RecipientRow): Recipient {
  return { ...row, addedAt: addedAt.toISOString(), newUntil: newUntil?.toISOString() ?? null }
}
