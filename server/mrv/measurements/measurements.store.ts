import type { Sql } from '#server/infra/db/database.ts'
import { containing, type Found, type Part } from '#server/infra/db/pages.ts'
import { isoTime } from '#server/infra/db/times.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listMeasurements } from '#shared/contract/measurements.ts'
import type { MeasurementStatus, ProjectStatus } from '#shared/rules/lifecycle.ts'

/** A measurement with what its project says of it. */
export type MeasurementRow = {
  measurementId: string
  tenantId: string
  projectId: string
  projectAccountId: string
  projectStatus: ProjectStatus
  project: string
  verificationProviderId: string | null
  accountId: string
  account: string
  methodology: string | null
  periodStart: string
  periodEnd: string
  dueDate: string | null
  quantity: bigint | null
  note: string
  status: MeasurementStatus
  statusReason: string | null
  submittedAccountId: string | null
  verificationId: string | null
  createdAt: Date
  /** Its place in the list. */
  sortValue: string
}

const columns = (sql: Sql) => sql`
  m.id as "measurementId", m.tenant_id as "tenantId", m.project_id as "projectId", p.account_id as "projectAccountId",
  p.status as "projectStatus", p.name as project, p.verification_provider_id as "verificationProviderId",
  m.account_id as "accountId", a.name as account, methodology.name as methodology,
  lower(m.period)::text as "periodStart", (upper(m.period) - 1)::text as "periodEnd", m.due_date::text as "dueDate",
  m.quantity, m.note, m.status, m.status_reason as "statusReason", m.submitted_account_id as "submittedAccountId",
  v.id as "verificationId", m.created_at as "createdAt",
  ${isoTime(sql, sql`m.created_at`)} as "sortValue"`

const joins = (sql: Sql) => sql`
  measurement m
  join project p on p.tenant_id = m.tenant_id and p.id = m.project_id
  join account a on a.tenant_id = m.tenant_id and a.id = m.account_id
  left join methodology on methodology.tenant_id = p.tenant_id and methodology.id = p.methodology_id
  left join verification v on v.tenant_id = m.tenant_id and v.measurement_id = m.id`

export type MeasurementFilter = Omit<ValidQueryOf<typeof listMeasurements>, 'tenantId'> & {
  /** Only those of these accounts' projects and those assigned to them; null for all of the tenant. */
  accountIds: readonly string[] | null
}

/** A part of the measurements that the filter finds, newest first. */
export async function measurementsBy(
  sql: Sql,
  tenantId: string,
  filter: MeasurementFilter,
  { after, limit }: Part,
): Promise<Found<MeasurementRow>> {
  const accountIds = filter.accountIds === null ? null : [...filter.accountIds]
  const matching = sql`
    m.tenant_id = ${tenantId}
    ${accountIds ? sql`and (p.account_id = any (${accountIds}) or m.account_id = any (${accountIds}))` : sql``}
    ${filter.status ? sql`and m.status = ${filter.status}` : sql``}
    ${filter.projectId ? sql`and m.project_id = ${filter.projectId}` : sql``}
    ${filter.q ? sql`and p.name ilike ${containing(filter.q)}` : sql``}`
  const [rows, [count]] = await Promise.all([
    sql<MeasurementRow[]>`
      select ${columns(sql)} from ${joins(sql)} where ${matching}
        ${after ? sql`and (m.created_at, m.id) < (${after.value}::text::timestamptz, ${after.id})` : sql``}
      order by m.created_at desc, m.id desc limit ${limit}`,
    sql<{ total: number }[]>`select count(*)::int as total from ${joins(sql)} where ${matching}`,
  ])
  return { rows, total: count?.total ?? 0 }
}

export async function measurementById(sql: Sql, tenantId: string, id: string): Promise<MeasurementRow | null> {
  const [row] = await sql<MeasurementRow[]>`
    select ${columns(sql)} from ${joins(sql)} where m.tenant_id = ${tenantId} and m.id = ${id}`
  return row ?? null
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockMeasurement(tx: Sql, tenantId: string, id: string): Promise<MeasurementRow | null> {
  await tx`select from measurement where tenant_id = ${tenantId} and id = ${id} for no key update`
  return measurementById(tx, tenantId, id)
}

export async function insertMeasurement(
  tx: Sql,
  draft: {
    tenantId: string
    id: string
    projectId: string
    accountId: string
    periodStart: string
    periodEnd: string
    dueDate: string | null
    status: MeasurementStatus
    createdBy: string | null
  },
): Promise<void> {
  await tx`
    insert into measurement (tenant_id, id, project_id, account_id, period, due_date, status, created_by)
    values (${draft.tenantId}, ${draft.id}, ${draft.projectId}, ${draft.accountId},
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
