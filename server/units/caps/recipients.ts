import { Accepted } from '#server/infra/accepted.ts'
import { inTenant } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { noSuchAccount } from '#server/people/accounts/accounts.ts'
import { audit } from '#server/people/audit/audit.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { listRecipients, Recipient } from '#shared/contract/caps.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { RecipientRequest } from '#shared/contract/recipient-requests.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type Actor, memberOf } from '#shared/rules/permissions.ts'
import { lockProtections } from './caps.store.ts'
import { listRecipient } from './listing.ts'
import { asksForSecond } from './recipient-requests.store.ts'
import { prepareRecipient } from './recipient-requests.ts'
import { deleteRecipient, mayBeRecipient, type RecipientRow, recipientNamed, recipientsOf } from './recipients.store.ts'

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

/**
 * Where the account or its registry asks for a second person for movements, the recipient waits for one; else it is listed at
 * once. A listed recipient stays as it is. Fails with `not_found`, `conflict` for the own account or without a second person.
 */
export function addOwnRecipient(
  { sql }: Deps,
  actor: Actor,
  recipientId: string,
): Promise<Recipient | Accepted<RecipientRequest>> {
  const member = memberOf(actor)
  const { tenantId, accountId } = member
  return inTenant(sql, tenantId, async (tx) => {
    if (recipientId === accountId)
      throw new Failure('conflict', 'The recipient is your own account.', because('caps.ownAccount'))
    if (!(await mayBeRecipient(tx, tenantId, recipientId))) throw noSuchAccount()
    await lockProtections(tx, tenantId, accountId)
    const listed = await recipientNamed(tx, tenantId, accountId, recipientId)
    if (listed) return recipientOf(listed)
    if (await asksForSecond(tx, tenantId, accountId))
      return new Accepted(await prepareRecipient(tx, member, recipientId))
    return recipientOf(await listRecipient(tx, member, { recipientId, askedById: member.userId }))
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

function recipientOf({ addedAt, ...row }: RecipientRow): Recipient {
  return { ...row, addedAt: addedAt.toISOString() }
}
