import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { todayOf } from '#server/mrv/projects/projects.ts'
import { historyOf } from '#server/people/audit/history.ts'
import { type OwnWork, readOwnWorkAmong } from '#server/people/duties/duties.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { History } from '#shared/contract/history.ts'
import type { listMeasurements, Measurement } from '#shared/contract/measurements.ts'
import { byYearOf, type QuantityOfYear } from '#shared/rules/calendar-years.ts'
import type { Work } from '#shared/rules/duties.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { actsIn } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine, openMeasurementStatuses, periodLastsOn } from '#shared/rules/lifecycle/measurement.ts'
import { type Actor, mayReach, permit, reachOf, type Subject } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { assignedMeasurements, type MeasurementRow, measurementById, measurementsBy } from './measurements.store.ts'

export type MeasurementDeps = Pick<InfraDeps, 'sql' | 'now'>

/** Those of the caller's projects and accounts; for tenant admins all. */
export async function measurementsFor(
  deps: MeasurementDeps,
  actor: Actor,
  query: ValidQueryOf<typeof listMeasurements>,
): Promise<Page<Measurement>> {
  if (query.tenantId !== actor.tenantId)
    throw new Failure('not_found', 'There is no such registry.', because('noSuch.registry'))
  const accountIds = reachOf(actor, 'measurement.list') === 'tenant' ? null : actor.accountIds
  const today = todayOf(deps)
  return pageOf(query, {
    correct: corrector(deps.sql, actor, actor.tenantId),
    read: async (part) => {
      const found = await measurementsBy(deps.sql, actor.tenantId, today, { ...query, accountIds }, part)
      const isOwn = await ownAmong(deps, actor, found.rows)
      return { ...found, rows: found.rows.map((row) => ({ ...row, isOwn })) }
    },
    itemOf: ({ isOwn, ...row }) => measurementOf(row, actor, today, isOwn),
  })
}

export function measurementsByState(deps: MeasurementDeps, { tenantId, accountIds }: Actor) {
  return assignedMeasurements(deps.sql, tenantId, todayOf(deps), accountIds)
}

/** Fails with `not_found` if hidden. */
export async function measurementFor(deps: MeasurementDeps, actor: Actor, measurementId: string): Promise<Measurement> {
  const row = await readable(deps, actor, measurementId)
  return measurementOf(row, actor, todayOf(deps), await ownAmong(deps, actor, [row]))
}

/** Oldest first; fails with `not_found`. */
export async function measurementHistory(deps: MeasurementDeps, actor: Actor, measurementId: string): Promise<History> {
  await readable(deps, actor, measurementId)
  return historyOf(deps, actor, `measurement:${measurementId}`)
}

async function readable(deps: MeasurementDeps, actor: Actor, measurementId: string): Promise<MeasurementRow> {
  const row = await measurementById(deps.sql, actor.tenantId, todayOf(deps), measurementId)
  if (!row) throw noSuchMeasurement()
  permit(actor, 'measurement.list', readSubjectOf(row), 'measurement')
  return row
}

export function noSuchMeasurement(): Failure {
  return new Failure('not_found', 'There is no such measurement.', because('noSuch.measurement'))
}

/** The project's account is the owner, the measurement provider is assigned. */
export function subjectOf(row: MeasurementRow): Subject {
  return { tenantId: row.tenantId, accountId: row.projectAccountId, assigned: [row.accountId] }
}

/** Who verifies a measurement reads it too. */
export function readSubjectOf(row: MeasurementRow): Subject {
  return { ...subjectOf(row), assigned: [row.accountId, row.verifierAccountId] }
}

/** The submission, which decisions judge. */
export function workOf({ submittedAccountId, measurementId }: MeasurementRow): Work {
  return { accountIds: [submittedAccountId], things: [`measurement:${measurementId}`] }
}

/** Does not check for own work. */
function mayDecide(actor: Actor, row: MeasurementRow): boolean {
  return row.status === 'submitted' && mayReach(actor, 'measurement.accept', subjectOf(row))
}

function ownAmong({ sql }: Pick<InfraDeps, 'sql'>, actor: Actor, rows: readonly MeasurementRow[]): Promise<OwnWork> {
  const decided = rows.filter((row) => mayDecide(actor, row))
  return readOwnWorkAmong(sql, actor, 'measurement.accept', decided.map(workOf))
}

/** What the lifecycle, the calendar and the permissions allow. */
function actsOn(actor: Actor, row: MeasurementRow, today: string, isOwn: OwnWork): Measurement['acts'] {
  return actsIn(measurementMachine, row.status)
    .filter((act) => act !== 'start')
    .filter((act) => {
      if (act === 'reschedule') return mayReach(actor, 'measurement.schedule', subjectOf(row))
      return act === 'submit'
        ? !periodLastsOn(row, today) && mayReach(actor, 'measurement.submit', subjectOf(row))
        : mayDecide(actor, row) && !isOwn(workOf(row))
    })
}

const openStatuses: ReadonlySet<string> = new Set(openMeasurementStatuses)

/** `today`: YYYY-MM-DD. */
export function measurementOf(row: MeasurementRow, actor: Actor, today: string, isOwn: OwnWork): Measurement {
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
    byYear: measuredByYear(row),
    parts: partsOf(row),
    note: row.note,
    status: row.status,
    statusReason: row.statusReason,
    verificationId: row.verificationId,
    created: row.createdAt.toISOString(),
    acts: actsOn(actor, row, today, isOwn),
  }
}

function measuredByYear({ quantity, years, ...period }: MeasurementRow): QuantityOfYear[] | null {
  return byYearOf(period, quantity === null ? null : toWire(quantity), years)
}

function partsOf({ gross, baseline, leakage, uncertainty }: MeasurementRow): Measurement['parts'] {
  if (gross === null || baseline === null || leakage === null || uncertainty === null) return null
  return { gross: toWire(gross), baseline: toWire(baseline), leakage: toWire(leakage), uncertainty }
}
