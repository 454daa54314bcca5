import { brokenConstraint, inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { activate } from '#server/mrv/projects/project-decisions.ts'
import { lockedProject, type ProjectRecord, todayOf } from '#server/mrv/projects/projects.ts'
import { mayWorkUnder } from '#server/mrv/providers/providers.ts'
import { requestVerification } from '#server/mrv/verifications/verifications.ts'
import { audit } from '#server/people/audit/audit.ts'
import { type Concerned, notify } from '#server/people/notices/notify.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/measurements.ts'
import { Failure, invalidAt } from '#shared/rules/failure.ts'
import { needsReason, next } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import type { NoticeKind } from '#shared/rules/notices.ts'
import { type Act, type Actor, mayReach, permit } from '#shared/rules/permissions.ts'
import {
  insertMeasurement,
  lockMeasurement,
  type MeasurementRow,
  measurementById,
  setStatus,
  setSubmission,
} from './measurements.store.ts'
import { isOwnSubmission, measurementOf, noSuchMeasurement, subjectOf } from './measurements.ts'

/**
 * Opens the measurement of a period, for the project's account or its measurement provider. The first one makes the project
 * active. Fails with `invalid` for a period outside the project's, `conflict` when it overlaps another or the project is not
 * ready.
 */
export async function openMeasurement(
  deps: UnitsDeps,
  actor: Actor,
  draft: ValidBodyOf<typeof contract.openMeasurement>,
): Promise<contract.Measurement> {
  const id = newId()
  try {
    return await inTenant(deps.sql, actor.tenantId, async (tx) => {
      const project = await lockedProject(tx, actor, draft.projectId)
      const { tenantId, accountId: owner, measurementProviderId } = project
      const subject = { tenantId, accountId: owner, assigned: [measurementProviderId], isVisible: true }
      permit(actor, 'measurement.submit', subject, 'project')
      const accountId = requireMeasurable(project)
      await requireAllowed(tx, project)
      requireWithin(project, draft)
      const status = draft.periodStart > todayOf(deps) ? 'scheduled' : 'in progress'
      await insertMeasurement(tx, {
        ...draft,
        tenantId,
        measurementId: id,
        accountId,
        dueDate: draft.dueDate ?? null,
        status,
        createdBy: actor.userId,
      })
      await audit(tx, actor, {
        act: 'measurement.open',
        subject: `measurement:${id}`,
        after: { projectId: project.id, accountId, periodStart: draft.periodStart, periodEnd: draft.periodEnd, status },
      })
      await activate(tx, actor, project)
      const row = await requireMeasurement(tx, tenantId, id)
      await notifySides(tx, actor, row, 'measurement.open')
      return measurementOf(row, actor, todayOf(deps))
    })
  } catch (error) {
    if (!brokenConstraint(error)?.endsWith('period_excl')) throw error
    throw new Failure('conflict', 'The period overlaps that of another measurement of this project.')
  }
}

function requireMeasurable(project: ProjectRecord): string {
  if (project.status !== 'approved' && project.status !== 'active') {
    throw new Failure('conflict', `The project is ${project.status}; only an approved or active one is measured.`)
  }
  if (project.measurementProviderId === null) {
    throw new Failure('conflict', 'The project has no measurement provider yet.')
  }
  return project.measurementProviderId
}

/** The registry may have named the providers of the methodology since the project chose its own. */
async function requireAllowed(tx: Sql, project: ProjectRecord): Promise<void> {
  const { tenantId, methodologyId, measurementProviderId, verificationProviderId } = project
  for (const providerId of [measurementProviderId, verificationProviderId]) {
    if (await mayWorkUnder(tx, tenantId, methodologyId, providerId)) continue
    throw new Failure(
      'conflict',
      `The methodology of the project does not name ${providerId}: choose another provider.`,
    )
  }
}

function requireWithin(project: ProjectRecord, period: { periodStart: string; periodEnd: string }): void {
  if (project.startDate !== null && period.periodStart < project.startDate) {
    throw invalidAt('periodStart', `not before the project starts, ${project.startDate}`)
  }
  if (project.endDate !== null && period.periodEnd > project.endDate) {
    throw invalidAt('periodEnd', `not after the project ends, ${project.endDate}`)
  }
}

/** Submits the measured quantity. Fails with `conflict` before the period is over: nothing is issued for the future. */
export async function submitMeasurement(
  deps: UnitsDeps,
  actor: Actor,
  id: string,
  { quantity, note }: ValidBodyOf<typeof contract.submitMeasurement>,
): Promise<contract.Measurement> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockPermitted(tx, actor, 'measurement.submit', id)
    const status = next(measurementMachine, row.status, 'submit', 'measurement')
    if (row.periodEnd >= todayOf(deps)) {
      throw new Failure('conflict', `The period lasts until ${row.periodEnd}; its outcome can be submitted after that.`)
    }
    const accountId = actor.accountIds.includes(row.accountId) ? row.accountId : row.projectAccountId
    await setSubmission(tx, row.tenantId, id, {
      quantity,
      note: note ?? null,
      status,
      by: actor.userId,
      accountId,
      at: deps.now(),
    })
    await audit(tx, actor, {
      act: 'measurement.submit',
      subject: `measurement:${id}`,
      before: { status: row.status, quantity: row.quantity === null ? null : Number(row.quantity) },
      after: { status, quantity, accountId },
    })
    const submitted = await requireMeasurement(tx, row.tenantId, id)
    // What the project's own account submitted waits for the registry.
    await notifySides(tx, actor, submitted, 'measurement.submit', { tenantAdmins: accountId === row.projectAccountId })
    return measurementOf(submitted, actor, todayOf(deps))
  })
}

/**
 * Accepts a submitted measurement, which asks the project's verification provider for its opinion, or sends it back. The
 * project's account decides, or a tenant admin; never the account that submitted it.
 */
export async function decideMeasurement(
  deps: UnitsDeps,
  actor: Actor,
  id: string,
  { act, reason = '' }: ValidBodyOf<typeof contract.decideMeasurement>,
): Promise<contract.Measurement> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockPermitted(tx, actor, 'measurement.accept', id)
    if (isOwnSubmission(actor, row)) {
      throw new Failure('forbidden', 'Your account submitted this measurement: somebody else must decide about it.')
    }
    const status = next(measurementMachine, row.status, act, 'measurement')
    if (needsReason(measurementMachine, row.status, act) && reason === '') throw invalidAt('reason', 'Required')
    const statusReason = reason === '' ? null : reason
    await setStatus(tx, row.tenantId, id, status, statusReason)
    await audit(tx, actor, {
      act: `measurement.${act}`,
      subject: `measurement:${id}`,
      before: { status: row.status },
      after: { status, reason: statusReason },
    })
    if (act === 'accept') {
      if (row.verificationProviderId === null) {
        throw new Failure('conflict', 'The project has no verification provider yet.')
      }
      await requestVerification(tx, actor, { ...row, accountId: row.verificationProviderId })
    }
    const decided = await requireMeasurement(tx, row.tenantId, id)
    await notifySides(tx, actor, decided, `measurement.${act}`)
    return measurementOf(decided, actor, todayOf(deps))
  })
}

/** Locks a measurement for an act of the caller. Fails with `not_found` if the caller may not see it, else with `forbidden`. */
async function lockPermitted(tx: Sql, actor: Actor, act: Act, id: string): Promise<MeasurementRow> {
  const row = await lockMeasurement(tx, actor.tenantId, id)
  if (!row || !mayReach(actor, 'measurement.list', subjectOf(row))) throw noSuchMeasurement()
  permit(actor, act, { ...subjectOf(row), isVisible: true }, 'measurement')
  return row
}

async function requireMeasurement(tx: Sql, tenantId: string, id: string): Promise<MeasurementRow> {
  const row = await measurementById(tx, tenantId, id)
  if (!row) throw noSuchMeasurement()
  return row
}

/** Notifies both sides of a measurement: the project's account and the one that measures. */
async function notifySides(
  tx: Sql,
  actor: Actor,
  row: MeasurementRow,
  kind: NoticeKind,
  more: Concerned = {},
): Promise<void> {
  const { projectId, measurementId, project, periodStart, periodEnd, statusReason } = row
  const reason = statusReason !== null && { reason: statusReason }
  const facts = { projectId, measurementId, project, periodStart, periodEnd, ...reason }
  await notify(tx, actor, { accounts: [row.projectAccountId, row.accountId], ...more }, { kind, facts })
}
