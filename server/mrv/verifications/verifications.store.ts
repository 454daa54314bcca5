import type { Sql } from '#server/infra/db/database.ts'
import type { Found, Part } from '#server/infra/db/pages.ts'
import { isoTime } from '#server/infra/db/times.ts'
import { type WorkFilter, workBy } from '#server/mrv/work.store.ts'
import type { Verification } from '#shared/contract/verifications.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle/project.ts'
import type { VerificationStatus } from '#shared/rules/lifecycle/verification.ts'

/** A verification with what its measurement and its project say of it. */
export type VerificationRow = Omit<
  Verification,
  'projectKey' | 'measured' | 'quantity' | 'issued' | 'available' | 'created' | 'decidedAt' | 'acts'
> & {
  projectAccountId: string
  projectStatus: ProjectStatus
  /** The account that measured. */
  measurerId: string
  measured: bigint
  quantity: bigint | null
  issued: bigint
  createdAt: Date
  decidedAt: Date | null
  /** Its place in the list. */
  sortValue: string
}

const columns = (sql: Sql) => sql`
  w.id as "verificationId", w.tenant_id as "tenantId", w.measurement_id as "measurementId", w.project_id as "projectId",
  p.account_id as "projectAccountId", p.status as "projectStatus", p.name as project, m.account_id as "measurerId",
  w.account_id as "accountId", a.name as account, methodology.name as methodology,
  lower(m.period)::text as "periodStart", (upper(m.period) - 1)::text as "periodEnd", w.due_date::text as "dueDate",
  coalesce(m.quantity, 0) as measured, w.quantity, coalesce(s.issued, 0) as issued, w.statement, w.status,
  w.created_at as "createdAt", w.decided_at as "decidedAt",
  ${isoTime(sql, sql`w.created_at`)} as "sortValue"`

const joins = (sql: Sql) => sql`
  verification w
  join measurement m on m.tenant_id = w.tenant_id and m.id = w.measurement_id
  join project p on p.tenant_id = w.tenant_id and p.id = w.project_id
  join account a on a.tenant_id = w.tenant_id and a.id = w.account_id
  left join methodology on methodology.tenant_id = p.tenant_id and methodology.id = p.methodology_id
  left join asset s on s.tenant_id = w.tenant_id and s.verification_id = w.id`

/** A part of the verifications that the filter finds, newest first. */
export function verificationsBy(
  sql: Sql,
  tenantId: string,
  filter: WorkFilter,
  part: Part,
): Promise<Found<VerificationRow>> {
  return workBy(sql, { columns: columns(sql), from: joins(sql) }, tenantId, filter, part)
}

export async function verificationById(sql: Sql, tenantId: string, id: string): Promise<VerificationRow | null> {
  const [row] = await sql<VerificationRow[]>`
    select ${columns(sql)} from ${joins(sql)} where w.tenant_id = ${tenantId} and w.id = ${id}`
  return row ?? null
}

/** Like `verificationById`; nobody else changes the verification until the transaction ends. */
export async function lockVerification(tx: Sql, tenantId: string, id: string): Promise<VerificationRow | null> {
  await tx`select from verification where tenant_id = ${tenantId} and id = ${id} for no key update`
  return verificationById(tx, tenantId, id)
}

export async function insertVerification(
  tx: Sql,
  draft: { tenantId: string; id: string; measurementId: string; projectId: string; accountId: string },
): Promise<void> {
  await tx`
    insert into verification (tenant_id, id, measurement_id, project_id, account_id)
    values (${draft.tenantId}, ${draft.id}, ${draft.measurementId}, ${draft.projectId}, ${draft.accountId})`
}

export async function setOpinion(
  tx: Sql,
  tenantId: string,
  id: string,
  opinion: { status: VerificationStatus; quantity: number | null; statement: string; by: string | null; at: Date },
): Promise<void> {
  await tx`
    update verification set status = ${opinion.status}, quantity = ${opinion.quantity},
      statement = ${opinion.statement}, decided_by = ${opinion.by}, decided_at = ${opinion.at}
    where tenant_id = ${tenantId} and id = ${id}`
}
