import { brokenConstraint, inTenant, inTransaction, newId, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { evidenceOf } from '#server/mrv/documents/document-view.ts'
import { requireEvidence } from '#server/mrv/methodologies/required-evidence.ts'
import { activate } from '#server/mrv/projects/project-decisions.ts'
import { lockedProject, type ProjectRecord, todayOf } from '#server/mrv/projects/projects.ts'
import { isActiveProvider, mayWorkUnder } from '#server/mrv/providers/providers.ts'
import { requestVerification } from '#server/mrv/verifications/verifications.ts'
import { requireYears } from '#server/mrv/years.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { ownWorkAmong, refuseOwnWork } from '#server/people/duties/duties.ts'
import { type Concerned, notify } from '#server/people/notices/notify.ts'
import { limitsOf, tenantOf } from '#server/people/tenants/tenants.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/measurements.ts'
import { crossesYears, lastDayOf } from '#shared/rules/calendar-years.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { needsReason, next } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine, periodLastsOn } from '#shared/rules/lifecycle/measurement.ts'
import type { NoticeKind } from '#shared/rules/notices.ts'
import { type Act, type Actor, mayReach, permit } from '#shared/rules/permissions.ts'
import {
  insertMeasurement,
  lockMeasurement,
  type MeasurementRow,
  measurementById,
  setSchedule,
  setStatus,
  setSubmission,
  startBegun,
} from './measurements.store.ts'
import type { MeasurementDeps } from './measurements.ts'
import { measurementOf, noSuchMeasurement, readSubjectOf, subjectOf, workOf } from './measurements.ts'

/**
 * Opens a measurement, for the project's account or provider. The first one activates the project. Fails with `invalid`
 * for a wrong or too long period, `conflict` if it overlaps another or the project is not ready.
 */
export async function openMeasurement(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'now'>,
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
      requireMeasurable(project)
      await requireAllowed(tx, project)
      requireWithin(project, draft)
      requireNotTooLong(draft, limitsOf(await tenantOf(deps, tenantId)).periodMonths)
      const accountId = await requireProvider(tx, actor, project, draft.accountId)
      const status = draft.periodStart > todayOf(deps) ? 'scheduled' : 'in progress'
      await insertMeasurement(tx, {
        ...draft,
        tenantId,
        measurementId: id,
        accountId,
        methodologyId: project.methodologyId,
        dueDate: draft.dueDate ?? null,
        status,
        createdBy: actor.userId,
      })
      await audit(tx, actor, {
        act: 'measurement.open',
        subject: `measurement:${id}`,
        after: {
          projectId: project.id,
          accountId,
          methodologyId: project.methodologyId,
          periodStart: draft.periodStart,
          periodEnd: draft.periodEnd,
          dueDate: draft.dueDate ?? null,
          status,
        },
      })
      await activate(tx, actor, project)
      const row = await requireMeasurement(tx, tenantId, todayOf(deps), id)
      await notifySides(tx, actor, row, 'measurement.open')
      return answerOf(tx, actor, row, todayOf(deps))
    })
  } catch (error) {
    if (!brokenConstraint(error)?.endsWith('period_excl')) throw error
    throw new Failure(
      'conflict',
      'The period overlaps that of another measurement of this project.',
      because('measurement.overlaps'),
    )
  }
}

function requireMeasurable(project: ProjectRecord): void {
  if (project.status !== 'approved' && project.status !== 'active') {
    throw new Failure(
      'conflict',
      `The project is ${project.status}; only an approved or active one is measured.`,
      because('measurement.projectStands', { of: 'project', status: project.status }),
    )
  }
  if (project.measurementProviderId === null) {
    throw new Failure('conflict', 'The project has no measurement provider yet.', because('measurement.noMeasurer'))
  }
}

/** Only the project's account may choose another active provider. */
async function requireProvider(
  tx: Sql,
  actor: Actor,
  project: Pick<ProjectRecord, 'tenantId' | 'accountId' | 'measurementProviderId' | 'methodologyId'>,
  named: string | null = project.measurementProviderId,
): Promise<string> {
  if (named === null)
    throw new Failure('conflict', 'The project has no measurement provider yet.', because('measurement.noMeasurer'))
  if (named === project.measurementProviderId) return named
  if (!actor.accountIds.includes(project.accountId)) {
    throw new Failure(
      'forbidden',
      "Only the project's own account names another measurement provider.",
      because('measurement.namesProvider'),
    )
  }
  if (!(await isActiveProvider(tx, project.tenantId, named, 'measurement provider'))) {
    throw invalidAt('accountId', 'no active measurement provider', because('project.measurementProvider'))
  }
  if (!(await mayWorkUnder(tx, project.tenantId, project.methodologyId, named))) {
    throw invalidAt('accountId', 'not among the providers that the methodology names', because('measurement.notNamed'))
  }
  return named
}

/** The methodology's providers may have changed after the project chose its own. */
async function requireAllowed(tx: Sql, project: ProjectRecord): Promise<void> {
  const { tenantId, methodologyId, measurementProviderId, verificationProviderId } = project
  for (const providerId of [measurementProviderId, verificationProviderId]) {
    if (await mayWorkUnder(tx, tenantId, methodologyId, providerId)) continue
    throw new Failure(
      'conflict',
      `The methodology of the project does not name ${providerId}: choose another provider.`,
      because('measurement.notNamed'),
    )
  }
}

function requireWithin(project: ProjectRecord, period: { periodStart: string; periodEnd: string }): void {
  if (project.startDate !== null && period.periodStart < project.startDate) {
    throw invalidAt(
      'periodStart',
      `not before the project starts, ${project.startDate}`,
      because('measurement.beforeProject', { day: project.startDate }),
    )
  }
  if (project.endDate !== null && period.periodEnd > project.endDate) {
    throw invalidAt(
      'periodEnd',
      `not after the project ends, ${project.endDate}`,
      because('measurement.afterProject', { day: project.endDate }),
    )
  }
}

function requireNotTooLong(
  { periodStart, periodEnd }: { periodStart: string; periodEnd: string },
  months: number,
): void {
  const day = lastDayOf(periodStart, months)
  if (periodEnd <= day) return
  throw invalidAt(
    'periodEnd',
    `a period lasts ${months} months at most, which is until ${day}`,
    because('measurement.tooLong', { months, day }),
  )
}

/** Changes provider and due date before submission, for the project's account. Notifies both providers. */
export async function rescheduleMeasurement(
  deps: MeasurementDeps,
  actor: Actor,
  id: string,
  { was, ...requested }: ValidBodyOf<typeof contract.rescheduleMeasurement>,
): Promise<contract.Measurement> {
  const today = todayOf(deps)
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockPermitted(tx, actor, 'measurement.schedule', today, id)
    next(measurementMachine, row.status, 'reschedule', 'measurement')
    await refuseChangedMeanwhile(tx, actor, `measurement:${id}`, { was, now: row, requested })
    const { dueDate = row.dueDate } = requested
    const { tenantId, projectAccountId, accountId: measurementProviderId, methodologyId } = row
    const project = { tenantId, accountId: projectAccountId, measurementProviderId, methodologyId }
    const accountId = await requireProvider(tx, actor, project, requested.accountId)
    await setSchedule(tx, tenantId, id, { accountId, dueDate })
    await audit(tx, actor, {
      act: 'measurement.reschedule',
      subject: `measurement:${id}`,
      before: { accountId: row.accountId, dueDate: row.dueDate },
      after: { accountId, dueDate },
    })
    const changed = await requireMeasurement(tx, tenantId, today, id)
    await notifySides(tx, actor, changed, 'measurement.reschedule', { accounts: [row.accountId] })
    return answerOf(tx, actor, changed, today)
  })
}

/**
 * Fails with `conflict` before the period ends or without required evidence, `invalid` if the period crosses years and
 * `byYear` is missing.
 */
export async function submitMeasurement(
  deps: MeasurementDeps,
  actor: Actor,
  id: string,
  { quantity, byYear, parts, note }: ValidBodyOf<typeof contract.submitMeasurement>,
): Promise<contract.Measurement> {
  const today = todayOf(deps)
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockPermitted(tx, actor, 'measurement.submit', today, id)
    if (periodLastsOn(row, today)) {
      throw new Failure(
        'conflict',
        `The period lasts until ${row.periodEnd}; its outcome can be submitted after that.`,
        because('measurement.notOver', { day: row.periodEnd }),
      )
    }
    const status = next(measurementMachine, row.status, 'submit', 'measurement')
    await requireEvidence(tx, row, { kind: 'measurement', id })
    const years = requireYears(row, byYear)
    const accountId = actor.accountIds.includes(row.accountId) ? row.accountId : row.projectAccountId
    await setSubmission(tx, row.tenantId, id, {
      quantity,
      years,
      parts: parts ?? null,
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
      after: {
        status,
        quantity,
        ...(years && byYear && { byYear }),
        ...parts,
        accountId,
        ...(await evidenceOf(tx, row.tenantId, 'measurement', id)),
      },
    })
    const submitted = await requireMeasurement(tx, row.tenantId, today, id)
    // The registry decides on the account's own submissions.
    await notifySides(tx, actor, submitted, 'measurement.submit', { tenantAdmins: accountId === row.projectAccountId })
    return answerOf(tx, actor, submitted, today)
  })
}

function requireStated({ years, ...period }: MeasurementRow): void {
  if (years !== null || !crossesYears(period)) return
  throw new Failure(
    'conflict',
    'The period crosses calendar years and its quantity is not stated by year: ask for changes.',
    because('years.notMeasured'),
  )
}

/**
 * Accepts a submission, which requests its verification, or sends it back. For the project's account or a tenant admin;
 * fails with `own_work` if the caller took part.
 */
export async function decideMeasurement(
  deps: MeasurementDeps,
  actor: Actor,
  id: string,
  { act, reason = '' }: ValidBodyOf<typeof contract.decideMeasurement>,
): Promise<contract.Measurement> {
  const today = todayOf(deps)
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockPermitted(tx, actor, 'measurement.accept', today, id)
    await refuseOwnWork(tx, actor, 'measurement.accept', workOf(row))
    const status = next(measurementMachine, row.status, act, 'measurement')
    if (needsReason(measurementMachine, row.status, act) && reason === '')
      throw invalidAt('reason', 'Required', because('decision.reason'))
    if (act === 'accept') {
      await requireEvidence(tx, row, { kind: 'measurement', id })
      requireStated(row)
    }
    const statusReason = reason === '' ? null : reason
    await setStatus(tx, row.tenantId, id, status, statusReason)
    await audit(tx, actor, {
      act: `measurement.${act}`,
      subject: `measurement:${id}`,
      before: { status: row.status },
      after: { status, reason: statusReason, ...(await evidenceOf(tx, row.tenantId, 'measurement', id)) },
    })
    if (act === 'accept') {
      if (row.verificationProviderId === null) {
        throw new Failure(
          'conflict',
          'The project has no verification provider yet.',
          because('measurement.noVerifier'),
        )
      }
      await requestVerification(tx, actor, { ...row, accountId: row.verificationProviderId })
    }
    const decided = await requireMeasurement(tx, row.tenantId, today, id)
    await notifySides(tx, actor, decided, `measurement.${act}`)
    return answerOf(tx, actor, decided, today)
  })
}

/** Starts measurements when their period begins, in all registries. Notifies both sides. Safe to run concurrently. */
export async function startBegunMeasurements({ sql, now }: MeasurementDeps): Promise<void> {
  const today = todayOf({ now })
  for (let begun = 1; begun > 0; ) {
    begun = await inTransaction(sql, async (tx) => {
      const started = await startBegun(tx, today)
      for (const { tenantId, id } of started) await recordStart(tx, tenantId, today, id)
      return started.length
    })
  }
}

/** The actor of automatic acts. */
const calendar = { userId: 'calendar', accountIds: [], adminOf: [], isTenantAdmin: false, address: '', requestId: '' }

async function recordStart(tx: Sql, tenantId: string, today: string, id: string): Promise<void> {
  const actor = { ...calendar, tenantId }
  const subject = `measurement:${id}`
  const [before, after] = [{ status: 'scheduled' }, { status: 'in progress' }]
  await audit(tx, actor, { act: 'measurement.start', subject, before, after })
  await notifySides(tx, actor, await requireMeasurement(tx, tenantId, today, id), 'measurement.start')
}

/** Locks a measurement, and starts it if its period has begun. Fails with `not_found` if hidden, else `forbidden`. */
async function lockPermitted(tx: Sql, actor: Actor, act: Act, today: string, id: string): Promise<MeasurementRow> {
  const { tenantId } = actor
  await lockMeasurement(tx, tenantId, id)
  const row = await measurementById(tx, tenantId, today, id)
  if (!row || !mayReach(actor, 'measurement.list', readSubjectOf(row))) throw noSuchMeasurement()
  permit(actor, act, { ...subjectOf(row), isVisible: true }, 'measurement')
  const started = await startBegun(tx, today, { tenantId, id })
  if (started.length > 0) await recordStart(tx, tenantId, today, id)
  return row
}

async function requireMeasurement(tx: Sql, tenantId: string, today: string, id: string): Promise<MeasurementRow> {
  const row = await measurementById(tx, tenantId, today, id)
  if (!row) throw noSuchMeasurement()
  return row
}

async function answerOf(tx: Sql, actor: Actor, row: MeasurementRow, today: string): Promise<contract.Measurement> {
  return measurementOf(row, actor, today, await ownWorkAmong(tx, actor, 'measurement.accept', [workOf(row)]))
}

async function notifySides(
  tx: Sql,
  actor: Actor,
  row: MeasurementRow,
  kind: NoticeKind,
  { accounts = [], ...more }: Concerned = {},
): Promise<void> {
  const { projectId, measurementId, project, periodStart, periodEnd, statusReason } = row
  const reason = statusReason !== null && { reason: statusReason }
  const facts = { projectId, measurementId, project, periodStart, periodEnd, ...reason }
  await notify(tx, actor, { accounts: [row.projectAccountId, row.accountId, ...accounts], ...more }, { kind, facts })
}
