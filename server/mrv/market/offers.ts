import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { ProjectDeps } from '#server/mrv/projects/projects.ts'
import { projectSummaries, todayOf } from '#server/mrv/projects/projects.ts'
import { audit } from '#server/people/audit/audit.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/market.ts'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { type Actor, mayReach, memberOf, permit } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { requireMarket } from './market.ts'
import { insertOffer, lockOffer, type OfferRow, offerable, offersOn, withdraw } from './offers.store.ts'

/** Fails with `not_found` while the market is off. */
export async function offersIn(
  deps: ProjectDeps,
  actor: Actor,
  { tenantId, ...query }: ValidQueryOf<typeof contract.listMarketProjects>,
): Promise<Page<contract.MarketProject>> {
  await requireMarket(deps, actor, tenantId)
  return pageOf(query, {
    correct: corrector(deps.sql, actor, tenantId),
    read: async (part) => {
      const { rows, ...found } = await offersOn(deps.sql, tenantId, { today: todayOf(deps) }, part)
      return { ...found, rows: await withProjects(deps, actor, tenantId, rows) }
    },
    itemOf: (row) => itemOf(actor, row, row.project),
  })
}

/** Fails with `not_found` while the market is off. */
export async function makeOffer(
  deps: ProjectDeps,
  actor: Actor,
  body: ValidBodyOf<typeof contract.makeOffer>,
): Promise<contract.MarketProject> {
  await requireMarket(deps, actor, actor.tenantId)
  return offerUnits(deps, actor, body)
}

/**
 * Works without the market too. Fails with `not_found` if the account may not offer the subject,
 * `insufficient_balance`, `account_not_active`.
 */
export async function offerUnits(
  deps: ProjectDeps,
  actor: Actor,
  { nfsw, ...body }: ValidBodyOf<typeof contract.makeOffer>,
): Promise<contract.MarketProject> {
  const { tenantId, accountId, userId } = memberOf(actor)
  const { kind, subjectId, quantity, price, currency, endsOn } = body
  if (endsOn < todayOf(deps)) throw invalidAt('endsOn', 'must not be in the past', because('days.past'))
  const id = newId()
  return inTenant(deps.sql, tenantId, async (tx) => {
    const thing = await offerable(tx, tenantId, accountId, body)
    if (!thing)
      throw new Failure('not_found', 'There is nothing of that id for you to offer.', because('noSuch.offerable'))
    if (thing.accountStatus !== 'active') {
      throw new Failure(
        'account_not_active',
        `Your account is ${thing.accountStatus}; it cannot offer units.`,
        because('offer.accountStands', { of: 'account', status: thing.accountStatus }),
      )
    }
    if (thing.available !== null && thing.available < BigInt(quantity)) {
      throw new Failure(
        'insufficient_balance',
        `${quantity} units offered, ${thing.available} available.`,
        because('units.tooFew', { asked: quantity, available: Number(thing.available) }),
      )
    }
    await insertOffer(tx, {
      ...body,
      tenantId,
      id,
      accountId,
      projectId: thing.projectId,
      assetId: kind === 'issued' ? subjectId : null,
      verificationId: kind === 'verified' ? subjectId : null,
      isFlagged: nfsw,
      createdBy: userId,
      createdAt: deps.now(),
    })
    await audit(tx, actor, {
      act: 'offer.make',
      subject: `project:${thing.projectId}`,
      after: { accountId, quantity, price, currency, endsOn },
    })
    const { rows } = await offersOn(tx, tenantId, { today: todayOf(deps), id }, { after: null, limit: 1 })
    const [made] = await withProjects(deps, actor, tenantId, rows, tx)
    if (!made) throw new Failure('conflict', 'What you offer has just been moved elsewhere.', because('offer.moved'))
    return itemOf(actor, made, made.project)
  })
}

/** For the offering account and tenant admins. */
export async function withdrawOffer(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  offerId: string,
): Promise<ReplyOf<typeof contract.withdrawOffer>> {
  const { tenantId } = actor
  return inTenant(deps.sql, tenantId, async (tx) => {
    const offer = await lockOffer(tx, tenantId, offerId)
    permit(actor, 'market.offer', { tenantId, accountId: offer?.accountId ?? null, isVisible: false }, 'offer')
    if (!offer) throw new Failure('not_found', 'There is no such offer.', because('noSuch.offer'))
    await withdraw(tx, tenantId, offerId, deps.now())
    await audit(tx, actor, {
      act: 'offer.withdraw',
      subject: `project:${offer.projectId}`,
      before: { accountId: offer.accountId, quantity: toWire(offer.quantity) },
    })
    return { offerId }
  })
}

async function withProjects<Row extends OfferRow>(
  deps: ProjectDeps,
  actor: Actor,
  tenantId: string,
  rows: readonly Row[],
  tx?: Sql,
): Promise<(Row & { project: ProjectSummary })[]> {
  const ids = [...new Set(rows.map((row) => row.projectId))]
  const projects = await projectSummaries(deps, actor, tenantId, ids, tx)
  return rows.flatMap((row) => {
    const project = projects.get(row.projectId)
    return project ? [{ ...row, project }] : []
  })
}

function itemOf(actor: Actor, row: OfferRow, project: ProjectSummary): contract.MarketProject {
  const { id, accountId, holder, currency, note, endsOn, contact } = row
  const mayWithdraw = mayReach(actor, 'market.offer', { tenantId: project.tenantId, accountId })
  return {
    ...project,
    balance: toWire(row.quantity),
    sortPrice: row.price,
    addDate: row.createdAt.toISOString(),
    verified: row.kind !== 'expected',
    nfsw: row.isFlagged,
    lazyMinted: row.kind === 'verified',
    offer: { offerId: id, accountId, holder, currency, note, endsOn, contact, mayWithdraw },
  }
}
