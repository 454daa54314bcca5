import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/verifications.ts'
import { Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { actsIn, next } from '#shared/rules/lifecycle/machine.ts'
import { type VerificationStatus, verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import type { NoticeFacts } from '#shared/rules/notices.ts'
import { type Actor, mayReach, permit, reachOf, type Subject } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import {
  insertVerification,
  lockVerification,
  setOpinion,
  type VerificationRow,
  verificationById,
  verificationsBy,
} from './verifications.store.ts'

/** The verifications of the caller's projects and those assigned to its accounts; all of the registry's for a tenant admin. */
export async function verificationsFor(
  deps: UnitsDeps,
  actor: Actor,
  query: ValidQueryOf<typeof contract.listVerifications>,
): Promise<Page<contract.Verification>> {
  if (query.tenantId !== actor.tenantId) throw new Failure('not_found', 'There is no such registry.')
  const accountIds = reachOf(actor, 'verification.list') === 'tenant' ? null : actor.accountIds
  return pageOf(query, {
    sortedBy: 'time',
    read: (part) => verificationsBy(deps.sql, actor.tenantId, { ...query, accountIds }, part),
    placeOf: (row) => ({ value: row.sortValue, id: row.verificationId }),
    itemOf: (row) => verificationOf(row, actor),
  })
}

/** One verification; `not_found` if there is none or the caller may not see it. */
export async function verificationFor(
  { sql }: UnitsDeps,
  actor: Actor,
  verificationId: string,
): Promise<contract.Verification> {
  const row = await verificationById(sql, actor.tenantId, verificationId)
  if (!row) throw noSuchVerification()
  permit(actor, 'verification.list', viewOf(row), 'verification')
  return verificationOf(row, actor)
}

/** Asks a verification provider for its opinion on an accepted measurement; part of the transaction that accepts it. */
export async function requestVerification(
  tx: Sql,
  actor: Actor,
  measurement: { tenantId: string; measurementId: string; projectId: string; accountId: string },
): Promise<void> {
  const { tenantId, measurementId, projectId, accountId } = measurement
  const id = newId()
  await insertVerification(tx, { tenantId, id, measurementId, projectId, accountId })
  await audit(tx, actor, {
    act: 'verification.request',
    subject: `verification:${id}`,
    after: { measurementId, projectId, accountId, status: 'requested' },
  })
  const facts = noticeFactsOf(await requireVerification(tx, tenantId, id))
  await notify(tx, actor, { accounts: [accountId] }, { kind: 'verification.request', facts })
}

/**
 * Records the opinion of the assigned verification provider. One act starts the verification, with the declaration that
 * there is no conflict of interest, and ends it. Fails with `forbidden` for whoever owns the project or measured it, with
 * `conflict` for more than was measured or when the verification is decided already.
 */
export async function decideVerification(
  deps: UnitsDeps,
  actor: Actor,
  id: string,
  opinion: ValidBodyOf<typeof contract.decideVerification>,
): Promise<contract.Verification> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockVerification(tx, actor.tenantId, id)
    if (!row || !mayReach(actor, 'verification.list', viewOf(row))) throw noSuchVerification()
    permit(actor, 'verification.decide', { ...judgedBy(row), isVisible: true }, 'verification')
    if (hasConflict(actor, row)) {
      throw new Failure('forbidden', 'Whoever owns the project or measured it cannot verify it.')
    }
    const started = await start(tx, actor, row)
    const act = opinion.outcome === 'verified' ? 'verify' : 'refuse'
    const status = next(verificationMachine, started, act, 'verification')
    const quantity = opinion.outcome === 'verified' ? (opinion.quantity ?? null) : null
    if (quantity !== null && BigInt(quantity) > row.measured) {
      throw new Failure('conflict', `${quantity} units are more than the ${row.measured} that were measured.`)
    }
    const { statement } = opinion
    await setOpinion(tx, row.tenantId, id, { status, quantity, statement, by: actor.userId, at: deps.now() })
    await audit(tx, actor, {
      act: `verification.${act}`,
      subject: `verification:${id}`,
      before: { status: started },
      after: { status, quantity, statement },
    })
    const decided = await requireVerification(tx, row.tenantId, id)
    const outcome = quantity === null ? { reason: statement } : { quantity }
    const facts = { ...noticeFactsOf(decided), ...outcome }
    await notify(tx, actor, { accounts: [row.projectAccountId] }, { kind: `verification.${act}`, facts })
    return verificationOf(decided, actor)
  })
}

/** Starts a requested verification, by the caller's declaration; one that is started already stays as it is. */
async function start(tx: Sql, actor: Actor, row: VerificationRow): Promise<VerificationStatus> {
  const status = startedFrom(row.status)
  if (status === row.status) return status
  await audit(tx, actor, {
    act: 'verification.start',
    subject: `verification:${row.verificationId}`,
    before: { status: row.status },
    after: { status, noConflictOfInterest: true },
  })
  return status
}

function startedFrom(status: VerificationStatus): VerificationStatus {
  return status === 'requested' ? next(verificationMachine, status, 'start', 'verification') : status
}

async function requireVerification(tx: Sql, tenantId: string, id: string): Promise<VerificationRow> {
  const row = await verificationById(tx, tenantId, id)
  if (!row) throw noSuchVerification()
  return row
}

function noticeFactsOf({ projectId, verificationId, project, periodStart, periodEnd }: VerificationRow): NoticeFacts {
  return { projectId, verificationId, project, periodStart, periodEnd }
}

/** The verification as the permissions to see it know it: the project's account owns it, the provider is assigned to it. */
export function viewOf(row: VerificationRow): Subject {
  return { tenantId: row.tenantId, accountId: row.projectAccountId, assigned: [row.accountId] }
}

/** The verification as the permission to decide knows it: it is the provider's alone. */
export function judgedBy(row: VerificationRow): Subject {
  return { tenantId: row.tenantId, accountId: row.accountId }
}

function hasConflict(actor: Actor, row: VerificationRow): boolean {
  return actor.accountIds.includes(row.projectAccountId) || actor.accountIds.includes(row.measurerId)
}

function noSuchVerification(): Failure {
  return new Failure('not_found', 'There is no such verification.')
}

/** What the caller may do with the verification now: the lifecycle's acts, held against the permissions. */
function actsOn(actor: Actor, row: VerificationRow, available: bigint): contract.Verification['acts'] {
  const mayJudge = mayReach(actor, 'verification.decide', judgedBy(row)) && !hasConflict(actor, row)
  const opinions = actsIn(verificationMachine, startedFrom(row.status)).filter(
    (act) => act === 'verify' || act === 'refuse',
  )
  const mayMint =
    row.status === 'verified' &&
    available > 0n &&
    row.projectStatus === 'active' &&
    mayReach(actor, 'units.mint', { tenantId: row.tenantId, accountId: row.projectAccountId })
  return [...(mayJudge ? opinions : []), ...(mayMint ? (['mint'] as const) : [])]
}

function verificationOf(row: VerificationRow, actor: Actor): contract.Verification {
  const { tenantId, projectId } = row
  const available = (row.quantity ?? 0n) - row.issued
  return {
    verificationId: row.verificationId,
    tenantId,
    measurementId: row.measurementId,
    projectId,
    projectKey: formatProjectKey({ tenantId, accountId: row.projectAccountId, projectId }),
    project: row.project,
    accountId: row.accountId,
    account: row.account,
    methodology: row.methodology,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    dueDate: row.dueDate,
    measured: toWire(row.measured),
    quantity: row.quantity === null ? null : toWire(row.quantity),
    issued: toWire(row.issued),
    available: toWire(available),
    statement: row.statement,
    status: row.status,
    created: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    acts: actsOn(actor, row, available),
  }
}
