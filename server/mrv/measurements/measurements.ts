import { type Page, pageOf } from '#server/infra/db/pages.ts'
import { todayOf } from '#server/mrv/projects/projects.ts'
import { historyOf } from '#server/people/audit/history.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { History } from '#shared/contract/history.ts'
import type { listMeasurements, Measurement } from '#shared/contract/measurements.ts'
import { Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { actsIn } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine, openMeasurementStatuses } from '#shared/rules/lifecycle/measurement.ts'
import { type Actor, mayReach, permit, reachOf, type Subject } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { assignedMeasurements, type MeasurementRow, measurementById, measurementsBy } from './measurements.store.ts'

/** The measurements of the caller's projects and those assigned to its accounts; all of the registry's for a tenant admin. */
export async function measurementsFor(
  deps: UnitsDeps,
  actor: Actor,
  query: ValidQueryOf<typeof listMeasurements>,
): Promise<Page<Measurement>> {
  if (query.tenantId !== actor.tenantId) throw new Failure('not_found', 'There is no such registry.')
  const accountIds = reachOf(actor, 'measurement.list') === 'tenant' ? null : actor.accountIds
  const today = todayOf(deps)
  return pageOf(query, {
    sortedBy: 'time',
    read: (part) => measurementsBy(deps.sql, actor.tenantId, today, { ...query, accountIds }, part),
    placeOf: (row) => ({ value: row.sortValue, id: row.measurementId }),
    itemOf: (row) => measurementOf(row, actor, today),
  })
}

/** How many measurements are assigned to the caller's accounts, by what their state is today. */
export function measurementsByState(deps: UnitsDeps, { tenantId, accountIds }: Actor) {
  return assignedMeasurements(deps.sql, tenantId, todayOf(deps), accountIds)
}

/** One measurement; `not_found` if there is none or the caller may not see it. */
export async function measurementFor(deps: UnitsDeps, actor: Actor, measurementId: string): Promise<Measurement> {
  return measurementOf(await readable(deps, actor, measurementId), actor, todayOf(deps))
}

/** What was done to a measurement, oldest first; `not_found` like the measurement. */
export async function measurementHistory(deps: UnitsDeps, actor: Actor, measurementId: string): Promise<History> {
  await readable(deps, actor, measurementId)
  return historyOf(deps, actor, `measurement:${measurementId}`)
}

async function readable(deps: UnitsDeps, actor: Actor, measurementId: string): Promise<MeasurementRow> {
  const row = await measurementById(deps.sql, actor.tenantId, todayOf(deps), measurementId)
  if (!row) throw noSuchMeasurement()
  permit(actor, 'measurement.list', subjectOf(row), 'measurement')
  return row
}

export function noSuchMeasurement(): Failure {
  return new Failure('not_found', 'There is no such measurement.')
}

/** The measurement as the permissions see it: its project's account owns it, its provider is assigned to it. */
export function subjectOf(row: MeasurementRow): Subject {
  return { tenantId: row.tenantId, accountId: row.projectAccountId, assigned: [row.accountId] }
}

/** Whether the caller's account submitted a measurement: then the other side decides about it, or a tenant admin. */
export function isOwnSubmission(actor: Actor, row: MeasurementRow): boolean {
  return row.submittedAccountId !== null && actor.accountIds.includes(row.submittedAccountId)
}

/** What the caller may do with the measurement now: the lifecycle's acts, held against the permissions. */
function actsOn(actor: Actor, row: MeasurementRow): Measurement['acts'] {
  const mayDecide = mayReach(actor, 'measurement.accept', subjectOf(row)) && !isOwnSubmission(actor, row)
  return actsIn(measurementMachine, row.status)
    .filter((act) => act !== 'start')
    .filter((act) => {
      if (act === 'reschedule') return mayReach(actor, 'measurement.schedule', subjectOf(row))
      return act === 'submit' ? mayReach(actor, 'measurement.submit', subjectOf(row)) : mayDecide
    })
}

const openStatuses: ReadonlySet<string> = new Set(openMeasurementStatuses)

/** A measurement as the caller sees it; `today` is YYYY-MM-DD. */
export function measurementOf(row: MeasurementRow, actor: Actor, today: string): Measurement {
  const { tenantId, projectId } = row
  return {
    measurementId: row.measurementId,
    tenantId,
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
    overdue: row.dueDate !== null && row.dueDate < today && openStatuses.has(row.status),
    quantity: row.quantity === null ? null : toWire(row.quantity),
    parts: partsOf(row),
    note: row.note,
    status: row.status,
    statusReason: row.statusReason,
    verificationId: row.verificationId,
    created: row.createdAt.toISOString(),
    acts: actsOn(actor, row),
  }
}

function partsOf({ gross, baseline, leakage, uncertainty }: MeasurementRow): Measurement['parts'] {
  if (gross === null || baseline === null || leakage === null || uncertainty === null) return null
  return { gross: toWire(gross), baseline: toWire(baseline), leakage: toWire(leakage), uncertainty }
}
