import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import { namesOf } from '#server/people/protection/delaying.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { decideRecipient, listRecipientRequests, RecipientRequest } from '#shared/contract/recipient-requests.ts'
import { isOwnStep } from '#shared/rules/duties.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { NoticeKind } from '#shared/rules/notices.ts'
import { type Actor, type Member, memberOf } from '#shared/rules/permissions.ts'
import { recipientDecisionsOf } from '#shared/rules/recipient-request.ts'
import { listRecipient } from './listing.ts'
import {
  approversOf,
  endRequest,
  insertRequest,
  lockedRequest,
  type RequestRow,
  waitingRequestFor,
  waitingRequests,
} from './recipient-requests.store.ts'

type Deps = Pick<InfraDeps, 'sql'>

/** The oldest first. */
export function requestList({ sql }: Deps, actor: Actor): Promise<ReplyOf<typeof listRecipientRequests>> {
  const member = memberOf(actor)
  return inTenant(sql, member.tenantId, async (tx) => {
    const rows = await waitingRequests(tx, member.tenantId, member.accountId)
    return { items: rows.map((row) => requestOf(member, row)) }
  })
}

/**
 * The recipient waits for a second person of the account; which all who may confirm it and all admins learn. A recipient that
 * waits already stays as it is. Fails with `conflict` where nobody else could confirm.
 */
export async function prepareRecipient(tx: Sql, member: Member, recipientId: string): Promise<RecipientRequest> {
  const { tenantId, accountId, userId } = member
  const known = await waitingRequestFor(tx, tenantId, accountId, recipientId)
  if (known) return requestOf(member, known)
  if ((await approversOf(tx, tenantId, accountId, userId)).length === 0) {
    const words = 'A second person of the account must confirm this recipient, and there is none.'
    throw new Failure('conflict', words, because('caps.nobodyConfirms'))
  }
  await insertRequest(tx, tenantId, { requestId: newId(), accountId, recipientId, askedBy: userId })
  const row = await waitingRequestFor(tx, tenantId, accountId, recipientId)
  if (!row) throw new Error('A recipient that was just prepared is gone.')
  const subject = `account:${accountId}`
  await audit(tx, member, { act: 'recipient.ask', subject, after: { account: recipientId } })
  await tell(tx, member, row, { kind: 'recipient.ask', reason: undefined })
  return requestOf(member, row)
}

const actOf = {
  confirm: 'recipient.add',
  refuse: 'recipient.refuse',
  withdraw: 'recipient.withdraw',
} as const
const outcomeOf = { confirm: 'confirmed', refuse: 'refused', withdraw: 'withdrawn' } as const

/**
 * Fails with `not_found` for requests of other accounts, with `own_work` for who asked, with `forbidden` for people whose role
 * does not approve, and with `conflict` once the request has ended.
 */
export function decideOwnRecipient(
  { sql }: Deps,
  actor: Actor,
  requestId: string,
  { decision, reason }: ValidBodyOf<typeof decideRecipient>,
): Promise<RecipientRequest> {
  const member = memberOf(actor)
  const { tenantId, accountId, userId } = member
  return inTenant(sql, tenantId, async (tx) => {
    const row = await lockedRequest(tx, tenantId, accountId, requestId)
    if (!row)
      throw new Failure('not_found', 'There is no such recipient that waits.', because('noSuch.recipientRequest'))
    if (row.outcome !== null || row.endsAt <= new Date())
      throw new Failure('conflict', 'This request has ended.', because('caps.requestEnded'))
    if (!requestOf(member, row).decisions.includes(decision)) throw refusalOf(userId, row)
    await endRequest(tx, tenantId, requestId, outcomeOf[decision])
    if (decision === 'confirm') await listRecipient(tx, member, row)
    else {
      const after = { account: row.recipientId, ...(reason !== undefined && { reason }) }
      await audit(tx, actor, { act: actOf[decision], subject: `account:${accountId}`, after })
    }
    if (decision !== 'confirm') await tell(tx, member, row, { kind: actOf[decision], reason })
    const ended = await lockedRequest(tx, tenantId, accountId, requestId)
    if (!ended) throw new Error('A request that was just decided is gone.')
    return requestOf(member, ended)
  })
}

function refusalOf(userId: string, { askedById }: RequestRow): Failure {
  return isOwnStep(userId, askedById)
    ? new Failure('own_work', 'A second person confirms.', because('pending.samePerson'))
    : new Failure(
        'forbidden',
        'An approver or an admin of the account confirms and refuses.',
        because('caps.approversConfirm'),
      )
}

/** The server ends a request in time. */
export async function expire(tx: Sql, tenantId: string, accountId: string, requestId: string): Promise<void> {
  const row = await lockedRequest(tx, tenantId, accountId, requestId)
  if (row?.outcome !== null || row.endsAt > new Date()) return
  await endRequest(tx, tenantId, requestId, 'expired')
  const asker = {
    userId: row.askedById,
    tenantId,
    accountId,
    accountIds: [accountId],
    adminOf: [],
    isTenantAdmin: false,
  }
  const member = { ...asker, address: '', requestId: '' }
  await audit(tx, member, {
    act: 'recipient.expire',
    subject: `account:${accountId}`,
    after: { account: row.recipientId },
  })
  await tell(tx, member, row, { kind: 'recipient.expire', reason: undefined })
}

/** Who asked, the admins and all who could confirm; also who acts, as another may have used their sign-in. */
async function tell(
  tx: Sql,
  { tenantId, accountId, userId }: Member,
  { name, askedById, endsAt }: RequestRow,
  { kind, reason }: { kind: NoticeKind; reason: string | undefined },
): Promise<void> {
  const { account, by } = await namesOf(tx, { tenantId, accountId }, userId)
  const users = [askedById, ...(await approversOf(tx, tenantId, accountId, askedById))]
  const dueDate = endsAt.toISOString().slice(0, 10)
  const facts = { account: account ?? undefined, by, about: name, dueDate, reason }
  await notify(tx, { tenantId, userId: null }, { users }, { kind, facts })
}

function requestOf({ userId, accountId, adminOf, accountRoles }: Member, row: RequestRow): RecipientRequest {
  const { recipientId, askedById, askedAt, endsAt, hasApprovers, ...rest } = row
  const caller = { userId, role: accountRoles?.[accountId], isAdmin: adminOf.includes(accountId) }
  return {
    ...rest,
    accountId: recipientId,
    askedAt: askedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    decisions: recipientDecisionsOf({ askedBy: askedById, isWaiting: row.outcome === null, hasApprovers }, caller),
  }
}
