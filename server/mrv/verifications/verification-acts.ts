import { inTenant, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { evidenceOf } from '#server/mrv/documents/document-view.ts'
import { requireEvidence } from '#server/mrv/methodologies/required-evidence.ts'
import { requireYears } from '#server/mrv/years.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/verifications.ts'
import { type QuantityOfYear, sumOf } from '#shared/rules/calendar-years.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { next } from '#shared/rules/lifecycle/machine.ts'
import { type VerificationStatus, verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import { type Actor, permit } from '#shared/rules/permissions.ts'
import { requireNoConflict } from './conflicts.ts'
import { hasStatement, setOpinion, setStart, setVisit, setYears, type VerificationRow } from './verifications.store.ts'
import { answerOf, judgedBy, lacksYears, lockedReadable, noticeFactsOf, requireVerification } from './verifications.ts'

/**
 * Starts a requested verification with a declaration of no conflict. Fails with `forbidden` for other accounts,
 * `own_work`, `conflict_of_interest`, or `conflict` if started.
 */
export async function startVerification(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  id: string,
  { declaration }: ValidBodyOf<typeof contract.startVerification>,
): Promise<contract.Verification> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockedToJudge(tx, actor, id)
    await start(deps, tx, actor, row, declaration)
    return answerOf(tx, actor, await requireVerification(tx, row.tenantId, id))
  })
}

/** Sets the site visit's dates and notifies both sides. */
export async function planVisit(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  id: string,
  { was, ...visit }: ValidBodyOf<typeof contract.planVisit>,
): Promise<contract.Verification> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockedToJudge(tx, actor, id)
    next(verificationMachine, row.status, 'planVisit', 'verification')
    await refuseChangedMeanwhile(tx, actor, `verification:${id}`, { was, now: row, requested: visit })
    await setVisit(tx, row.tenantId, id, visit)
    await audit(tx, actor, {
      act: 'verification.planVisit',
      subject: `verification:${id}`,
      before: { visitStart: row.visitStart, visitEnd: row.visitEnd },
      after: visit,
    })
    await notify(
      tx,
      actor,
      { accounts: [row.projectAccountId, row.measurerId] },
      { kind: 'verification.planVisit', facts: { ...noticeFactsOf(row), ...visit } },
    )
    return answerOf(tx, actor, await requireVerification(tx, row.tenantId, id))
  })
}

/**
 * Records the provider's opinion; starts a requested verification with the declaration. Fails with `own_work`,
 * `conflict_of_interest`, `invalid` (missing reason or years), `conflict` (more than measured, open findings, missing
 * statement or required document, already decided).
 */
export async function decideVerification(
  deps: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  id: string,
  opinion: ValidBodyOf<typeof contract.decideVerification>,
): Promise<contract.Verification> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockedToJudge(tx, actor, id)
    const isBegun = row.status !== 'requested'
    if (!isBegun && opinion.noConflictOfInterest === undefined)
      throw invalidAt('noConflictOfInterest', 'Required', because('verification.declaration'))
    const started = isBegun ? row.status : await start(deps, tx, actor, row, '')
    const act = opinion.outcome === 'verified' ? 'verify' : 'refuse'
    const status = next(verificationMachine, started, act, 'verification')
    if (isBegun && act === 'verify' && !(await hasStatement(tx, row.tenantId, id))) {
      throw new Failure(
        'conflict',
        'Add the signed statement first: the document Verification of this verification.',
        because('verification.noStatement'),
      )
    }
    if (act === 'verify') await requireEvidence(tx, row, { kind: 'verification', id })
    const { statement } = opinion
    const quantity = opinion.outcome === 'verified' ? (opinion.quantity ?? null) : null
    const quantityReason = reasonFor(row, quantity, opinion.quantityReason ?? (isBegun ? undefined : statement))
    const years = quantity === null ? null : requireVerifiedYears(row, opinion.byYear)
    const decision = {
      status,
      quantity,
      ...(years && opinion.byYear && { byYear: opinion.byYear }),
      quantityReason,
      statement,
    }
    await setOpinion(tx, row.tenantId, id, {
      status,
      quantity,
      years,
      quantityReason,
      statement,
      by: actor.userId,
      at: deps.now(),
    })
    await audit(tx, actor, {
      act: `verification.${act}`,
      subject: `verification:${id}`,
      before: { status: started },
      after: { ...decision, ...(await evidenceOf(tx, row.tenantId, 'verification', id)) },
    })
    const decided = await requireVerification(tx, row.tenantId, id)
    const outcome = quantity === null ? { reason: statement } : { quantity }
    const facts = { ...noticeFactsOf(decided), ...outcome }
    await notify(tx, actor, { accounts: [row.projectAccountId] }, { kind: `verification.${act}`, facts })
    return answerOf(tx, actor, decided)
  })
}

/** Required if less than measured is verified; else null. */
function reasonFor(row: VerificationRow, quantity: number | null, reason: string | undefined): string | null {
  if (quantity === null || BigInt(quantity) === row.measured) return null
  if (BigInt(quantity) > row.measured) {
    throw new Failure(
      'conflict',
      `${quantity} units are more than the ${row.measured} that were measured.`,
      because('verification.tooMany', { asked: quantity, measured: Number(row.measured) }),
    )
  }
  if (reason === undefined)
    throw invalidAt(
      'quantityReason',
      'Required, since less is verified than was measured',
      because('verification.quantityReason'),
    )
  return reason
}

/** Fails with `conflict` if a year exceeds its measured quantity. */
function requireVerifiedYears(row: VerificationRow, byYear: readonly QuantityOfYear[] | undefined): number[] | null {
  const years = requireYears(row, byYear)
  const first = Number(row.periodStart.slice(0, 4))
  years?.forEach((quantity, index) => {
    const measured = row.measuredYears?.[index]
    if (measured === undefined || quantity <= measured) return
    throw new Failure(
      'conflict',
      `${quantity} units of ${first + index} are more than the ${measured} that were measured.`,
      because('years.tooMany', { year: String(first + index), asked: quantity, measured }),
    )
  })
  return years
}

/**
 * Adds missing years to an opinion. Fails with `conflict` if stated or units are issued, `invalid` if the years or
 * their sum are wrong.
 */
export async function stateYears(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  id: string,
  { byYear }: ValidBodyOf<typeof contract.stateYears>,
): Promise<contract.Verification> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockedToJudge(tx, actor, id)
    if (!lacksYears(row)) {
      throw new Failure('conflict', 'No years are missing of this verification.', because('years.notMissing'))
    }
    const quantity = Number(row.quantity)
    if (sumOf(byYear) !== quantity) throw invalidAt('byYear', `must add up to ${quantity}`, because('years.sum'))
    await setYears(tx, row.tenantId, id, requireVerifiedYears(row, byYear))
    await audit(tx, actor, {
      act: 'verification.stateYears',
      subject: `verification:${id}`,
      after: { quantity, byYear },
    })
    const facts = { ...noticeFactsOf(row), quantity, byYear }
    await notify(tx, actor, { accounts: [row.projectAccountId] }, { kind: 'verification.stateYears', facts })
    return answerOf(tx, actor, await requireVerification(tx, row.tenantId, id))
  })
}

async function start(
  deps: Pick<InfraDeps, 'now'>,
  tx: Sql,
  actor: Actor,
  row: VerificationRow,
  words: string,
): Promise<VerificationStatus> {
  const status = next(verificationMachine, row.status, 'start', 'verification')
  await setStart(tx, row.tenantId, row.verificationId, { status, words, by: actor.userId, at: deps.now() })
  await audit(tx, actor, {
    act: 'verification.start',
    subject: `verification:${row.verificationId}`,
    before: { status: row.status },
    after: { status, noConflictOfInterest: true, ...(words !== '' && { declaration: words }) },
  })
  // An immediate opinion has its own notice.
  if (words !== '') {
    const concerned = { accounts: [row.projectAccountId, row.measurerId] }
    await notify(tx, actor, concerned, { kind: 'verification.start', facts: noticeFactsOf(row) })
  }
  return status
}

/** Fails with `not_found`, `forbidden`, `own_work` or `conflict_of_interest`. */
export async function lockedToJudge(tx: Sql, actor: Actor, id: string): Promise<VerificationRow> {
  const row = await lockedReadable(tx, actor, id)
  permit(actor, 'verification.decide', { ...judgedBy(row), isVisible: true }, 'verification')
  await requireNoConflict(tx, actor, row)
  return row
}
