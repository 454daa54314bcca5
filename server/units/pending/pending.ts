import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { permitAccount } from '#server/people/accounts/accounts.ts'
import { audit } from '#server/people/audit/audit.ts'
import { ownWork, ownWorkAmong } from '#server/people/duties/duties.ts'
import { corrector } from '#server/people/search/corrections.ts'
import { requireSignIn, type StepUpDeps } from '#server/people/tenants/step-up.ts'
import { changeProtections } from '#server/units/caps/protecting.ts'
import { rangeOf } from '#server/units/ledger/ranges.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type {
  changeProtection,
  decidePending,
  listPending,
  PendingAct,
  Protection,
  Wait,
} from '#shared/contract/pending.ts'
import type { AuditedAct } from '#shared/rules/audited.ts'
import { isOwnStep, mintedWork } from '#shared/rules/duties.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import {
  approvesFor,
  decisionsOf,
  isDecidedByRegistry,
  type PendingDecision,
  type PendingStage,
} from '#shared/rules/pending.ts'
import { type Actor, actsFor, memberOf, reachOf } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import {
  end,
  itemsOf,
  nextWait,
  type PendingItemRow,
  type PendingRow,
  pendingById,
  pendingOf,
  proceed,
  protectionOf,
  rangesOfPending,
} from './pending.store.ts'

/**
 * Newest first; fails with `not_found` for an account that the caller may not see, and with `forbidden` if a member asks
 * for what admins of the registry decide.
 */
export async function pendingList(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof listPending>,
): Promise<ReplyOf<typeof listPending>> {
  const { tenantId } = actor
  const { accountId } = query
  if (accountId !== undefined) await permitAccount({ sql }, actor, 'wallet.read', { tenantId, accountId })
  else if (reachOf(actor, 'wallet.read') !== 'tenant')
    throw new Failure(
      'forbidden',
      'Admins of the registry see the acts of all accounts. Name an account.',
      because('pending.registryOnly'),
    )
  return inTenant(sql, tenantId, (tx) =>
    pageOf(query, {
      correct: corrector(tx, actor, tenantId),
      read: async (part) => {
        const { rows, ...found } = await pendingOf(tx, tenantId, query, part)
        const parts = await partsOf(tx, actor, rows)
        return { ...found, rows: rows.map((row) => ({ ...row, parts: parts(row) })) }
      },
      itemOf: ({ parts, ...row }) => actOf(actor, row, parts),
    }),
  )
}

/** Fails with `not_found` for acts of other accounts. */
export function pendingNamed({ sql }: Pick<InfraDeps, 'sql'>, actor: Actor, pendingId: string): Promise<PendingAct> {
  return inTenant(sql, actor.tenantId, (tx) => actNamed(tx, actor, pendingId))
}

async function actNamed(tx: Sql, actor: Actor, pendingId: string): Promise<PendingAct> {
  const row = await visibleRow(tx, actor, pendingId)
  const parts = await partsOf(tx, actor, [row])
  return actOf(actor, row, parts(row))
}

async function visibleRow(tx: Sql, actor: Actor, pendingId: string): Promise<PendingRow> {
  const seesAll = reachOf(actor, 'wallet.read') === 'tenant'
  const row = await pendingById(tx, actor.tenantId, pendingId, seesAll ? null : actor.accountIds)
  if (!row) throw new Failure('not_found', 'There is no such act.', because('noSuch.pending'))
  return row
}

function auditedAs(decision: PendingDecision, waitsFor: PendingStage): AuditedAct {
  if (decision === 'refuse') return 'pending.refuse'
  if (decision === 'proceed') return waitsFor === 'approval' ? 'pending.approve' : 'pending.accept'
  return waitsFor === 'undo' ? 'pending.undo' : 'pending.withdraw'
}

/**
 * Fails with `forbidden` for a decision that is not the caller's or not of the caller's role, with `own_work` for an
 * approval by the one who prepared the act or had a part in an opinion that a mint relies on, and with `conflict` if the
 * stage has ended. To proceed counts as the movement itself for `requireSignIn`.
 */
export function decide(
  deps: StepUpDeps,
  actor: Actor,
  pendingId: string,
  { decision, waitsFor, ...given }: ValidBodyOf<typeof decidePending>,
): Promise<PendingAct> {
  const { tenantId, userId } = actor
  const reason = given.reason ?? null
  return inTenant(deps.sql, tenantId, async (tx) => {
    const row = await visibleRow(tx, actor, pendingId)
    const { isOwnOpinion } = (await partsOf(tx, actor, [row]))(row)
    if (
      !decisionsOf({ ...factsOf(row), isOwnOpinion, isWaiting: true, waitsFor }, callerOf(actor)).includes(decision)
    ) {
      if (isOwnOpinion && decision === 'proceed') throw ownWork()
      if (decision !== 'withdraw' && waitsFor === 'approval' && isOwnStep(userId, row.preparedById))
        throw new Failure('own_work', 'A second person approves.', because('pending.samePerson'))
      if (decision !== 'withdraw' && waitsFor === 'approval' && isOfOthersRole(actor, row))
        throw new Failure(
          'forbidden',
          'An approver or an admin of the account approves and refuses.',
          because('pending.approversOnly'),
        )
      throw new Failure('forbidden', 'This decision is not yours.', because('pending.notYours'))
    }
    if (decision === 'proceed') await requireSignIn(deps, actor, toWire(row.quantity))
    const stage = { tenantId, pendingId, waitsFor }
    if (decision === 'proceed') await proceed(tx, stage, userId)
    else await end(tx, stage, { outcome: decision === 'refuse' ? 'refused' : 'withdrawn', userId, reason })
    await audit(tx, actor, {
      act: auditedAs(decision, waitsFor),
      subject: `account:${row.fromId}`,
      after: {
        type: row.type,
        quantity: toWire(row.quantity),
        to: row.type === 'mint' ? row.fromId : row.toId,
        reason,
      },
    })
    return actNamed(tx, actor, pendingId)
  })
}

function isOfOthersRole(actor: Actor, row: PendingRow): boolean {
  return !isDecidedByRegistry(row.type) && actor.accountIds.includes(row.fromId) && !approvesFor(row, actor)
}

/** Of an act: its units, and whether it is a mint of an opinion of the caller's side. */
type Parts = Pick<PendingAct, 'items'> & { isOwnOpinion: boolean }

async function partsOf(tx: Sql, actor: Actor, rows: readonly PendingRow[]): Promise<(row: PendingRow) => Parts> {
  const { tenantId } = actor
  const ids = rows.map(({ pendingId }) => pendingId)
  const items = await itemsOf(tx, tenantId, ids)
  const ranges = await rangesOfPending(tx, tenantId, ids)
  const opinionOf = ({ verificationId, verifierId }: PendingItemRow) =>
    verificationId !== null && verifierId !== null ? [mintedWork({ verificationId, accountId: verifierId })] : []
  const isOwn = await ownWorkAmong(tx, actor, 'units.mint', items.flatMap(opinionOf))
  return (row) => {
    const own = items.filter(({ pendingId }) => pendingId === row.pendingId)
    return {
      isOwnOpinion: own.flatMap(opinionOf).some(isOwn),
      items: own.map(({ assetId, verificationId, projectName, vintage, quantity, pendingId }) => ({
        assetId,
        ...(verificationId !== null && { verificationId }),
        projectName,
        vintage,
        quantity: toWire(quantity),
        serials: ranges.filter((range) => range.pendingId === pendingId && range.assetId === assetId).map(rangeOf),
      })),
    }
  }
}

function actOf(actor: Actor, row: PendingRow, { items, isOwnOpinion }: Parts): PendingAct {
  return {
    pendingId: row.pendingId,
    type: row.type,
    waitsFor: row.waitsFor,
    endsAt: row.endsAt.toISOString(),
    outcome: row.outcome,
    from: { accountId: row.fromId, name: row.fromName },
    to: row.toId === null ? null : { accountId: row.toId, name: row.toName ?? '' },
    quantity: toWire(row.quantity),
    items,
    reason: row.reason,
    beneficiary: row.beneficiary,
    preparedBy: row.preparedBy,
    preparedAt: row.preparedAt.toISOString(),
    approvedBy: row.approvedBy,
    endedAt: row.endedAt?.toISOString() ?? null,
    endedBy: row.endedBy,
    endedReason: row.endedReason,
    endedBecause: row.endedBecause,
    claimId: row.claimId,
    decisions: decisionsOf({ ...factsOf(row), isOwnOpinion }, callerOf(actor)),
  }
}

const factsOf = ({ type, waitsFor, outcome, fromId, toId, preparedById, hasApprovers }: PendingRow) => ({
  type,
  waitsFor,
  isWaiting: outcome === null,
  fromId,
  toId,
  preparedBy: preparedById,
  hasApprovers,
})

const callerOf = (actor: Actor) => ({
  userId: actor.userId,
  accountIds: actor.accountIds.filter((id) => actsFor(actor, 'units.decide', id)),
  adminOf: actor.adminOf,
  accountRoles: actor.accountRoles,
  burns: reachOf(actor, 'units.burn') === 'tenant',
  mints: reachOf(actor, 'units.mint') === 'tenant',
})

/** For what an act will wait; null: for nothing. */
export async function waitOf(sql: Sql, tenantId: string, act: Parameters<typeof nextWait>[2]): Promise<Wait | null> {
  const wait = await nextWait(sql, tenantId, act)
  return wait && { waitsFor: wait.waitsFor, endsAt: wait.endsAt.toISOString() }
}

export function protectionNamed({ sql }: Pick<InfraDeps, 'sql'>, actor: Actor): Promise<Protection> {
  const { tenantId, accountId } = memberOf(actor)
  return protectionOf(sql, tenantId, accountId)
}

/** What is weaker takes effect a day later. Fails with `changed_meanwhile`. */
export function changeOwnProtection(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  body: ValidBodyOf<typeof changeProtection>,
): Promise<Protection> {
  const member = memberOf(actor)
  const { tenantId, accountId } = member
  return inTenant(sql, tenantId, async (tx) => {
    await changeProtections(tx, member, body)
    return protectionOf(tx, tenantId, accountId)
  })
}
