import type { Sql } from '#server/infra/db/database.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { countByStatus, type WorkFilter, workBy } from '#server/mrv/work.store.ts'
import type { Measurement } from '#shared/contract/measurements.ts'
import type { MeasurementStatus } from '#shared/rules/lifecycle/measurement.ts'
import type { OutcomeParts } from '#shared/rules/outcome.ts'

export type MeasurementRow = Omit<
  Measurement,
  'projectKey' | 'overdue' | 'quantity' | 'byYear' | 'parts' | 'created' | 'acts'
> & {
  projectAccountId: string
  verificationProviderId: string | null
  /** Verifies this measurement. */
  verifierAccountId: string | null
  quantity: bigint | null
  /** In calendar order; null within one year or if not stated. */
  years: number[] | null
  gross: bigint | null
  baseline: bigint | null
  leakage: bigint | null
  uncertainty: number | null
  submittedAccountId: string | null
  createdAt: Date
}

/** Once its period begins, a scheduled measurement is in progress, even if the row says otherwise. */
const statusOn = (sql: Sql, today: string) => sql`
  (case when w.status = 'scheduled' and lower(w.period) <= ${today} then 'in progress' else w.status end)`

const columns = (sql: Sql, today: string) => sql`
  w.id as "measurementId", w.tenant_id as "tenantId", w.project_id as "projectId", p.account_id as "projectAccountId",
  p.name as project, p.verification_provider_id as "verificationProviderId", w.account_id as "accountId", a.name as account,
  methodology.id as "methodologyId", methodology.name as methodology, methodology.version as "methodologyVersion", lower(w.period)::text as "periodStart", (upper(w.period) - 1)::text as "periodEnd",
  w.due_date::text as "dueDate", w.quantity, to_json(w.by_year) as years, w.gross, w.baseline, w.leakage, w.uncertainty, w.note,
  ${statusOn(sql, today)} as status, w.status_reason as "statusReason",
  w.submitted_account_id as "submittedAccountId", v.id as "verificationId", v.account_id as "verifierAccountId", w.created_at as "createdAt"`

const joins = (sql: Sql) => sql`
  measurement w
  join project p on p.tenant_id = w.tenant_id and p.id = w.project_id
  join account a on a.tenant_id = w.tenant_id and a.id = w.account_id
  left join methodology on methodology.tenant_id = p.tenant_id and methodology.id = w.methodology_id
  left join verification v on v.tenant_id = w.tenant_id and v.measurement_id = w.id`

/** Newest first; `today` is YYYY-MM-DD. */
export function measurementsBy(
  sql: Sql,
  tenantId: string,
  today: string,
  filter: WorkFilter,
  part: Part,
): Promise<Found<MeasurementRow & Placed>> {
  const accounts = sql`array[p.account_id, w.account_id]`
  const work = { columns: columns(sql, today), from: joins(sql), status: statusOn(sql, today), accounts }
  return workBy(sql, work, tenantId, filter, part)
}

/** Counts by today's state. */
export function assignedMeasurements(sql: Sql, tenantId: string, today: string, accountIds: readonly string[]) {
  const work = { from: sql`measurement w`, status: statusOn(sql, today) }
  return countByStatus<MeasurementStatus>(sql, work, tenantId, accountIds)
}

export async function measurementById(
  sql: Sql,
  tenantId: string,
  today: string,
  id: string,
): Promise<MeasurementRow | null> {
  const [row] = await sql<MeasurementRow[]>`
    select ${columns(sql, today)} from ${joins(sql)} where w.tenant_id = ${tenantId} and w.id = ${id}`
  return row ?? null
}

/** Until the transaction ends. */
export async function lockMeasurement(tx: Sql, tenantId: string, id: string): Promise<void> {
  await tx`select from measurement where tenant_id = ${tenantId} and id = ${id} for no key update`
}

type NewMeasurement = Pick<MeasurementRow, 'tenantId' | 'measurementId' | 'projectId' | 'accountId' | 'status'> &
  Pick<MeasurementRow, 'periodStart' | 'periodEnd' | 'dueDate' | 'methodologyId'> & { createdBy: string | null }

export async function insertMeasurement(tx: Sql, draft: NewMeasurement): Promise<void> {
  await tx`
    insert into measurement (tenant_id, id, project_id, account_id, methodology_id, period, due_date, status, created_by)
    values (${draft.tenantId}, ${draft.measurementId}, ${draft.projectId}, ${draft.accountId},
      ${draft.methodologyId}, daterange(${draft.periodStart}, ${draft.periodEnd}, '[]'), ${draft.dueDate}, ${draft.status}, ${draft.createdBy})`
}

export async function setSubmission(
  tx: Sql,
  tenantId: string,
  id: string,
  submission: {
    quantity: number
    years: readonly number[] | null
    parts: OutcomeParts | null
    note: string | null
    status: MeasurementStatus
    by: string | null
    accountId: string
    at: Date
  },
): Promise<void> {
  await tx`
    update measurement set quantity = ${submission.quantity}, by_year = ${submission.years},
      gross = ${submission.parts?.gross ?? null},
      baseline = ${submission.parts?.baseline ?? null}, leakage = ${submission.parts?.leakage ?? null},
      uncertainty = ${submission.parts?.uncertainty ?? null}, note = coalesce(${submission.note}, note),
      status = ${submission.status}, status_reason = null, submitted_by = ${submission.by},
      submitted_account_id = ${submission.accountId}, submitted_at = ${submission.at}
    where tenant_id = ${tenantId} and id = ${id}`
}

export async function setStatus(
  tx: Sql,
  tenantId: string,
  id: string,
  status: MeasurementStatus,
  reason: string | null,
): Promise<void> {
  await tx`
    update measurement set status = ${status}, status_reason = ${reason} where tenant_id = ${tenantId} and id = ${id}`
}

export async function setSchedule(
  tx: Sql,
  tenantId: string,
  id: string,
  schedule: { accountId: string; dueDate: string | null },
): Promise<void> {
  await tx`
    update measurement set account_id = ${schedule.accountId}, due_date = ${schedule.dueDate}
    where tenant_id = ${tenantId} and id = ${id}`
}

/**
 * Starts up to 100 scheduled measurements whose period has begun, of all tenants or just `one`, and returns them. `skip
 * locked` lets processes share the work.
 */
export async function startBegun(
  tx: Sql,
  today: string,
  one?: { tenantId: string; id: string },
): Promise<{ tenantId: string; id: string }[]> {
  return tx<{ tenantId: string; id: string }[]>`
    update measurement set status = 'in progress'
    where (tenant_id, id) in (
      select tenant_id, id from measurement
      where status = 'scheduled' and lower(period) <= ${today}
        ${one ? tx`and tenant_id = ${one.tenantId} and id = ${one.id}` : tx``}
      order by tenant_id, id limit 100 for no key update skip locked)
    returning tenant_id as "tenantId", id`
}
