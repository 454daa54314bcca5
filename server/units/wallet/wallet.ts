import { Accepted } from '#server/infra/accepted.ts'
import { inTenant } from '#server/infra/db/database.ts'
import { pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { noSuchAccount, permitAccount } from '#server/people/accounts/accounts.ts'
import { refuseOwnWork } from '#server/people/duties/duties.ts'
import { corrector } from '#server/people/search/corrections.ts'
import { checkedCaps } from '#server/units/caps/caps.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { burn, type Moved, mint, transfer, type Waiting } from '#server/units/ledger/movements.ts'
import { previewIdOf, withNewPreview } from '#server/units/ledger/previewed.ts'
import { rangeOf } from '#server/units/ledger/ranges.ts'
import { pendingNamed, waitOf } from '#server/units/pending/pending.ts'
import { transactionNamed } from '#server/units/transactions/transactions.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { PendingAct } from '#shared/contract/pending.ts'
import type { Transaction } from '#shared/contract/transactions.ts'
import type { burnUnits, listBalances, mintUnits, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { mintedWork } from '#shared/rules/duties.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Idempotency } from '#shared/rules/idempotency.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Actor, memberOf, permit, userIdOf } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import {
  balancesBy,
  freeRangesOf,
  heldOf,
  ownersOfVerifications,
  rangesToMove,
  recipientNamed,
  refuseStopped,
} from './wallet.store.ts'

type MovementDeps = Pick<UnitsDeps, 'sql' | 'chain' | 'movementBell'>

/** Further ranges are only counted. */
const rangesPreviewed = 20

/** Fails with `not_found` for an account that the caller may not see. */
export async function accountBalances(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof listBalances>,
): Promise<ReplyOf<typeof listBalances>> {
  const { tenantId } = actor
  const { accountId } = query
  await permitAccount(deps, actor, 'wallet.read', { tenantId, accountId })
  return pageOf(query, {
    correct: corrector(deps.sql, actor, tenantId),
    read: async (part) => {
      const { rows, ...found } = await balancesBy(deps.sql, tenantId, accountId, part)
      const assetIds = rows.map((row) => row.assetId)
      const ranges = (await freeRangesOf(deps.sql, tenantId, accountId, assetIds)).map(rangeOf)
      return {
        ...found,
        rows: rows.map((row) => ({ ...row, serials: ranges.filter(({ assetId }) => assetId === row.assetId) })),
      }
    },
    itemOf: (row) => ({
      assetId: row.assetId,
      projectId: row.projectId,
      projectKey: formatProjectKey({ tenantId, accountId: row.projectAccountId, projectId: row.projectId }),
      projectName: row.projectName,
      vintage: row.vintage,
      balance: toWire(row.held),
      locked: toWire(row.locked),
      retired: toWire(row.retired),
      serials: row.serials,
      rangeCount: row.rangeCount,
      stop: row.stop,
    }),
  })
}

/**
 * Exact ranges and balances after a movement from the caller's account, or a burn from another. Nothing moves. Fails as
 * the movement would.
 */
export async function movementPreview(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { accountId: other, toAccountId, type, items }: ValidBodyOf<typeof previewMovement>,
): Promise<ReplyOf<typeof previewMovement>> {
  const { tenantId } = actor
  if (other !== undefined) await permitAccount(deps, actor, 'units.burn', { tenantId, accountId: other })
  const accountId = other ?? memberOf(actor).accountId
  await refuseStopped(deps.sql, tenantId, accountId)
  const assetIds = items.map((item) => item.assetId)
  const recipient = toAccountId === undefined ? null : await recipientNamed(deps.sql, tenantId, toAccountId)
  if (toAccountId !== undefined && !recipient) throw noSuchAccount()
  const held = await heldOf(deps.sql, tenantId, accountId, assetIds)
  if (new Set(assetIds).size < items.length)
    throw new Failure('invalid', 'Name each asset once.', because('units.sameAsset'))
  const previews = await Promise.all(
    items.map(async ({ assetId, quantity }) => {
      const balance = held.find((row) => row.assetId === assetId)
      if (!balance) throw new Failure('not_found', 'There is no such asset.', because('noSuch.asset'))
      const before = toWire(balance.held)
      if (quantity > before) {
        throw new Failure(
          'insufficient_balance',
          `${quantity} units asked for, ${before} available.`,
          because('units.tooFew', { asked: quantity, available: before }),
        )
      }
      const { rows, count } = await rangesToMove(deps.sql, tenantId, accountId, assetId, quantity, rangesPreviewed)
      return {
        assetId,
        projectName: balance.projectName,
        vintage: balance.vintage,
        quantity,
        balanceBefore: before,
        balanceAfter: before - quantity,
        serials: rows.map(rangeOf),
        rangeCount: count,
        stop: balance.stop,
      }
    }),
  )
  const total = items.reduce((sum, item) => sum + item.quantity, 0)
  const ends = { from: accountId, to: toAccountId ?? null }
  const bound = await previewIdOf(deps.sql, tenantId, { ...ends, items })
  const act = { type: type ?? typeOf({ other, toAccountId }), ...ends, quantity: total }
  const caps = await inTenant(deps.sql, tenantId, (tx) =>
    checkedCaps(tx, tenantId, { ...act, userId: userIdOf(actor) }),
  )
  const waits = await waitOf(deps.sql, tenantId, act)
  return { ...bound, waits, ...(caps && { caps }), recipient, items: previews, total }
}

function typeOf({ other, toAccountId }: { other: string | undefined; toAccountId: string | undefined }) {
  if (toAccountId !== undefined) return 'transfer'
  return other === undefined ? 'claim' : 'burn'
}

/**
 * Each calendar year is a vintage. The mint may wait for a second person, with its quantities reserved. Fails with
 * `own_work` for anybody with a part in an opinion.
 */
export async function mintUnitsOf(
  deps: MovementDeps,
  actor: Actor,
  idempotency: Idempotency,
  draft: ValidBodyOf<typeof mintUnits>,
): Promise<Transaction | Accepted<PendingAct>> {
  const { tenantId } = actor
  const items = 'items' in draft ? draft.items : [draft]
  const owners = await ownersOfVerifications(
    deps.sql,
    tenantId,
    items.map(({ verificationId }) => verificationId),
  )
  for (const { verificationId } of items) {
    const owner = owners.find((each) => each.verificationId === verificationId)
    permit(actor, 'units.mint', { tenantId, ...owner, isVisible: isAssigned(actor, owner?.assigned) }, 'verification')
    if (!owner) throw new Failure('not_found', 'There is no such verification.', because('noSuch.verification'))
  }
  if (owners.reduce((sum, { vintages }) => sum + vintages, 0) > limits.vintagesMinted) {
    throw new Failure(
      'invalid',
      `At most ${limits.vintagesMinted} vintages are minted at once.`,
      because('units.mostVintages', { most: limits.vintagesMinted }),
    )
  }
  const verified = owners.map(({ verificationId, verifierId }) => mintedWork({ verificationId, accountId: verifierId }))
  await inTenant(deps.sql, tenantId, (tx) => refuseOwnWork(tx, actor, 'units.mint', ...verified))
  const moved = await mint(deps.sql, { actor: signedIn(actor), idempotency }, { tenantId, items })
  return movedOrWaiting(deps, actor, moved)
}

export async function transferUnitsOf(
  deps: MovementDeps,
  actor: Actor,
  idempotency: Idempotency,
  draft: ValidBodyOf<typeof transferUnits>,
): Promise<Transaction | Accepted<PendingAct>> {
  const member = memberOf(actor)
  const { toAccountId: to, items, reason = null, previewId } = draft
  const order = { actor: member, idempotency, previewId }
  const moved = await transfer(deps.sql, order, { from: member.accountId, to, items, reason }).catch(
    withNewPreview(() => movementPreview(deps, actor, { toAccountId: to, items })),
  )
  return movedOrWaiting(deps, actor, moved)
}

/** Burns units of any account; for tenant admins. */
export async function burnUnitsOf(
  deps: MovementDeps,
  actor: Actor,
  idempotency: Idempotency,
  draft: ValidBodyOf<typeof burnUnits>,
): Promise<Transaction | Accepted<PendingAct>> {
  await permitAccount(deps, actor, 'units.burn', { tenantId: actor.tenantId, accountId: draft.accountId })
  const { accountId: from, items, reason, previewId } = draft
  const moved = await burn(deps.sql, { actor: signedIn(actor), idempotency, previewId }, { from, items, reason }).catch(
    withNewPreview(() => movementPreview(deps, actor, { accountId: from, items })),
  )
  return movedOrWaiting(deps, actor, moved)
}

async function movedOrWaiting(
  deps: MovementDeps,
  actor: Actor,
  done: Moved | Waiting,
): Promise<Transaction | Accepted<PendingAct>> {
  if ('pendingId' in done) return new Accepted(await pendingNamed(deps, actor, done.pendingId))
  deps.movementBell.ring()
  return transactionNamed(deps, actor.tenantId, done.transactionId)
}

function isAssigned(actor: Actor, assigned: readonly string[] = []): boolean {
  return assigned.some((accountId) => actor.accountIds.includes(accountId))
}

function signedIn(actor: Actor): Actor & { userId: string } {
  if (actor.userId === null) throw new Failure('unauthenticated', 'Sign in first.')
  return { ...actor, userId: actor.userId }
}
