import type { Sql } from '#server/infra/db/database.ts'
import type { Found, Part } from '#server/infra/db/pages.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { type WorkFilter, workBy } from '#server/mrv/work.store.ts'
import type { Measurement } from '#shared/contract/measurements.ts'
import type { MeasurementStatus } from '#shared/rules/lifecycle/measurement.ts'

/** A measurement with what its project says of it. */
export type MeasurementRow = Omit<Measurement, 'projectKey' | 'overdue' | 'quantity' | 'created' | 'acts'> & {
  projectAccountId: string
  verificationProviderId: string | null
  quantity: bigint | null
  submittedAccountId: string | null
  createdAt: Date
  /** Its place in the list. */
  sortValue: string
}

const columns = (sql: Sql) => sql`
  w.id as "measurementId", w.tenant_id as "tenantId", w.project_id as "projectId", p.account_id as "projectAccountId",
  p.name as project, p.verification_provider_id as "verificationProviderId", w.account_id as "accountId", a.name as account,
  methodology.name as methodology, lower(w.period)::text as "periodStart", (upper(w.period) - 1)::text as "periodEnd",
  w.due_date::text as "dueDate", w.quantity, w.note, w.status, w.status_reason as "statusReason",
  w.submitted_account_id as "submittedAccountId", v.id as "verificationId", w.created_at as "createdAt",
  ${isoTime(sql, sql`w.created_at`)} as "sortValue"`

const joins = (sql: Sql) => sql`
  measurement w
  join project p on p.tenant_id = w.tenant_id and p.id = w.project_id
  join account a on a.tenant_id = w.tenant_id and a.id = w.account_id
  left join methodology on methodology.tenant_id = p.tenant_id and methodology.id = p.methodology_id
  left join verification v on v.tenant_id = w.tenant_id and v.measurement_id = w.id`

/** A part of the measurements that the filter finds, newest first. */
export function measurementsBy(
  sql: Sql,
  tenantId: string,
  filter: WorkFilter,
  part: Part,
): Promise<Found<MeasurementRow>> {
  return workBy(sql, { columns: columns(sql), from: joins(sql) }, tenantId, filter, part)
}

export async function measurementById(sql: Sql, tenantId: string, id: string): Promise<MeasurementRow | null> {
  const [row] = await sql<MeasurementRow[]>`
    select ${columns(sql)} from ${joins(sql)} where w.tenant_id = ${tenantId} and w.id = ${id}`
  return row ?? null
}

/** Like `measurementById`; nobody else changes the measurement until the transaction ends. */
export async function lockMeasurement(tx: Sql, tenantId: string, id: string): Promise<MeasurementRow | null> {
  await tx`select from measurement where tenant_id = ${tenantId} and id = ${id} for no key update`
  return measurementById(tx, tenantId, id)
}

type NewMeasurement = Pick<MeasurementRow, 'tenantId' | 'measurementId' | 'projectId' | 'accountId' | 'status'> &
  Pick<MeasurementRow, 'periodStart' | 'periodEnd' | 'dueDate'> & { createdBy: string | null }

export async function insertMeasurement(tx: Sql, draft: NewMeasurement): Promise<void> {
  await tx`
    insert into measurement (tenant_id, id, project_id, account_id, period, due_date, status, created_by)
    values (${draft.tenantId}, ${draft.measurementId}, ${draft.projectId}, ${draft.accountId},
      daterange(${draft.periodStart}, ${draft.periodEnd}, '[]'), ${draft.dueDate}, ${draft.status}, ${draft.createdBy})`
}

export async function setSubmission(
  tx: Sql,
  tenantId: string,
  id: string,
  submission: {
    quantity: number
    note: string | null
    status: MeasurementStatus
    by: string | null
    accountId: string
    at: Date
  },
): Promise<void> {
  await tx`
    update measurement set quantity = ${submission.quantity}, note = coalesce(${submission.note}, note),
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
