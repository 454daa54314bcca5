import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { historyOf } from '#server/people/audit/history.ts'
import { notify } from '#server/people/notices/notify.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { History } from '#shared/contract/history.ts'
import type * as contract from '#shared/contract/verifications.ts'
import { byYearOf, crossesYears } from '#shared/rules/calendar-years.ts'
import { mintedWork } from '#shared/rules/duties.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { actsIn } from '#shared/rules/lifecycle/machine.ts'
import { verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import type { NoticeFacts } from '#shared/rules/notices.ts'
import { type Actor, mayReach, permit, reachOf, type Subject } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type Conflicts, conflictOf, conflictsAmong } from './conflicts.ts'
import {
  assignedVerifications,
  insertVerification,
  lockVerification,
  type VerificationRow,
  verificationById,
  verificationsBy,
} from './verifications.store.ts'

/** Those of the caller's projects, measurements and accounts; for tenant admins all. */
export async function verificationsFor(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof contract.listVerifications>,
): Promise<Page<contract.Verification>> {
  if (query.tenantId !== actor.tenantId)
    throw new Failure('not_found', 'There is no such registry.', because('noSuch.registry'))
  const accountIds = reachOf(actor, 'verification.list') === 'tenant' ? null : actor.accountIds
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    return pageOf(query, {
      correct: corrector(tx, actor, actor.tenantId),
      read: async (part) => {
        const found = await verificationsBy(tx, actor.tenantId, { ...query, accountIds }, part)
        const conflicts = await conflictsAmong(tx, actor, found.rows)
        return { ...found, rows: found.rows.map((row) => ({ ...row, conflicts })) }
      },
      itemOf: ({ conflicts, ...row }) => verificationOf(row, actor, conflicts),
    })
  })
}

export function verificationsByState({ sql }: Pick<InfraDeps, 'sql'>, { tenantId, accountIds }: Actor) {
  return inTenant(sql, tenantId, (tx) => assignedVerifications(tx, tenantId, accountIds))
}

/** Fails with `not_found` if hidden. */
export async function verificationFor(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  verificationId: string,
): Promise<contract.Verification> {
  return inTenant(sql, actor.tenantId, async (tx) => answerOf(tx, actor, await readable(tx, actor, verificationId)))
}

/** Oldest first, with findings; fails with `not_found`. */
export async function verificationHistory(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  verificationId: string,
): Promise<History> {
  await inTenant(deps.sql, actor.tenantId, (tx) => readable(tx, actor, verificationId))
  return historyOf(deps, actor, `verification:${verificationId}`)
}

/** Fails with `not_found`. */
export async function readable(tx: Sql, actor: Actor, verificationId: string): Promise<VerificationRow> {
  const row = await verificationById(tx, actor.tenantId, verificationId)
  if (!row) throw noSuchVerification()
  permit(actor, 'verification.list', viewOf(row), 'verification')
  return row
}

/** Locks until the transaction ends. */
export async function lockedReadable(tx: Sql, actor: Actor, verificationId: string): Promise<VerificationRow> {
  const row = await lockVerification(tx, actor.tenantId, verificationId)
  if (!row || !mayReach(actor, 'verification.list', viewOf(row))) throw noSuchVerification()
  return row
}

/** Runs in the transaction that accepts the measurement. */
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

export async function requireVerification(tx: Sql, tenantId: string, id: string): Promise<VerificationRow> {
  const row = await verificationById(tx, tenantId, id)
  if (!row) throw noSuchVerification()
  return row
}

export function noticeFactsOf({
  projectId,
  verificationId,
  project,
  periodStart,
  periodEnd,
}: VerificationRow): NoticeFacts {
  return { projectId, verificationId, project, periodStart, periodEnd }
}

/** To read: the project's account owns it; verifier and measurer are assigned. */
export function viewOf(row: VerificationRow): Subject {
  return { tenantId: row.tenantId, accountId: row.projectAccountId, assigned: [row.accountId, row.measurerId] }
}

/** To judge: only the provider owns it. */
export function judgedBy(row: VerificationRow): Subject {
  return { tenantId: row.tenantId, accountId: row.accountId }
}

function noSuchVerification(): Failure {
  return new Failure('not_found', 'There is no such verification.', because('noSuch.verification'))
}

/** What the lifecycle and the permissions allow. */
function actsOn(
  actor: Actor,
  row: VerificationRow,
  available: bigint,
  conflicts: Conflicts,
): contract.Verification['acts'] {
  const mayJudge = mayReach(actor, 'verification.decide', judgedBy(row)) && conflictOf(row, conflicts) === null
  const steps = actsIn(verificationMachine, row.status).filter((act) => act !== 'closeFindings')
  const needsYears = lacksYears(row)
  const mayMint =
    row.status === 'verified' &&
    !needsYears &&
    available > 0n &&
    row.projectStatus === 'active' &&
    mayReach(actor, 'units.mint', { tenantId: row.tenantId, accountId: row.projectAccountId }) &&
    !conflicts.isOwnOpinion(mintedWork(row))
  return [
    ...(mayJudge ? steps : []),
    ...(mayJudge && needsYears ? (['stateYears'] as const) : []),
    ...(mayMint ? (['mint'] as const) : []),
  ]
}

const reservedOf = (reserved = 0) => (reserved > 0 ? { reserved } : {})

/** The period crosses years, the opinion lacks them, and nothing is issued. */
export function lacksYears({ status, years, issued, ...period }: VerificationRow): boolean {
  return status === 'verified' && years === null && issued === 0n && crossesYears(period)
}

export async function answerOf(tx: Sql, actor: Actor, row: VerificationRow): Promise<contract.Verification> {
  return verificationOf(row, actor, await conflictsAmong(tx, actor, [row]))
}

function verificationOf(row: VerificationRow, actor: Actor, conflicts: Conflicts): contract.Verification {
  const { tenantId, projectId } = row
  const quantity = row.quantity === null ? null : toWire(row.quantity)
  const reserved = row.reservedYears.reduce((sum, each) => sum + each, 0)
  const available = (row.quantity ?? 0n) - row.issued - BigInt(reserved)
  return {
    verificationId: row.verificationId,
    tenantId,
    measurementId: row.measurementId,
    projectId,
    projectKey: formatProjectKey({ tenantId, accountId: row.projectAccountId, projectId }),
    project: row.project,
    accountId: row.accountId,
    account: row.account,
    methodologyId: row.methodologyId,
    methodology: row.methodology,
    methodologyVersion: row.methodologyVersion,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    dueDate: row.dueDate,
    measured: toWire(row.measured),
    measuredByYear: byYearOf(row, toWire(row.measured), row.measuredYears),
    quantity,
    byYear:
      byYearOf(row, quantity, row.years)?.map((of, index) => ({
        ...of,
        issued: row.issuedYears[index] ?? 0,
        ...reservedOf(row.reservedYears[index]),
      })) ?? null,
    quantityReason: row.quantityReason,
    issued: toWire(row.issued),
    ...reservedOf(reserved),
    available: toWire(available),
    declaration: row.declaration,
    startedAt: row.startedAt?.toISOString() ?? null,
    visitStart: row.visitStart,
    visitEnd: row.visitEnd,
    openFindings: row.openFindings,
    statement: row.statement,
    status: row.status,
    created: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    acts: actsOn(actor, row, available, conflicts),
  }
}
