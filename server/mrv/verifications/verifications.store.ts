import type { Sql } from '#server/infra/db/database.ts'
import { containing, type Found, type Part } from '#server/infra/db/pages.ts'
import { isoTime } from '#server/infra/db/times.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listVerifications } from '#shared/contract/verifications.ts'
import type { ProjectStatus, VerificationStatus } from '#shared/rules/lifecycle.ts'

/** A verification with what its measurement and its project say of it. */
export type VerificationRow = {
  verificationId: string
  tenantId: string
  measurementId: string
  projectId: string
  projectAccountId: string
  projectStatus: ProjectStatus
  project: string
  measurerId: string
  accountId: string
  account: string
  methodology: string | null
  periodStart: string
  periodEnd: string
  dueDate: string | null
  measured: bigint
  quantity: bigint | null
  issued: bigint
  statement: string
  status: VerificationStatus
  createdAt: Date
  decidedAt: Date | null
  /** Its place in the list. */
  sortValue: string
}

const columns = (sql: Sql) => sql`
  v.id as "verificationId", v.tenant_id as "tenantId", v.measurement_id as "measurementId", v.project_id as "projectId",
  p.account_id as "projectAccountId", p.status as "projectStatus", p.name as project, m.account_id as "measurerId",
  v.account_id as "accountId", a.name as account, methodology.name as methodology,
  lower(m.period)::text as "periodStart", (upper(m.period) - 1)::text as "periodEnd", v.due_date::text as "dueDate",
  coalesce(m.quantity, 0) as measured, v.quantity, coalesce(s.issued, 0) as issued, v.statement, v.status,
  v.created_at as "createdAt", v.decided_at as "decidedAt",
  ${isoTime(sql, sql`v.created_at`)} as "sortValue"`

const joins = (sql: Sql) => sql`
  verification v
  join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
  join project p on p.tenant_id = v.tenant_id and p.id = v.project_id
  join account a on a.tenant_id = v.tenant_id and a.id = v.account_id
  left join methodology on methodology.tenant_id = p.tenant_id and methodology.id = p.methodology_id
  left join asset s on s.tenant_id = v.tenant_id and s.verification_id = v.id`

export type VerificationFilter = Omit<ValidQueryOf<typeof listVerifications>, 'tenantId'> & {
  /** Only those of these accounts' projects and those assigned to them; null for all of the tenant. */
  accountIds: readonly string[] | null
}

/** A part of the verifications that the filter finds, newest first. */
export async function verificationsBy(
  sql: Sql,
  tenantId: string,
  filter: VerificationFilter,
  { after, limit }: Part,
): Promise<Found<VerificationRow>> {
  const accountIds = filter.accountIds === null ? null : [...filter.accountIds]
  const matching = sql`
    v.tenant_id = ${tenantId}
    ${accountIds ? sql`and (p.account_id = any (${accountIds}) or v.account_id = any (${accountIds}))` : sql``}
    ${filter.status ? sql`and v.status = ${filter.status}` : sql``}
    ${filter.projectId ? sql`and v.project_id = ${filter.projectId}` : sql``}
    ${filter.q ? sql`and p.name ilike ${containing(filter.q)}` : sql``}`
  const [rows, [count]] = await Promise.all([
    sql<VerificationRow[]>`
      select ${columns(sql)} from ${joins(sql)} where ${matching}
        ${after ? sql`and (v.created_at, v.id) < (${after.value}::text::timestamptz, ${after.id})` : sql``}
      order by v.created_at desc, v.id desc limit ${limit}`,
    sql<{ total: number }[]>`select count(*)::int as total from ${joins(sql)} where ${matching}`,
  ])
  return { rows, total: count?.total ?? 0 }
}

export async function verificationById(sql: Sql, tenantId: string, id: string): Promise<VerificationRow | null> {
  const [row] = await sql<VerificationRow[]>`
    select ${columns(sql)} from ${joins(sql)} where v.tenant_id = ${tenantId} and v.id = ${id}`
  return row ?? null
}

/** The same, and nobody else changes it until the transaction ends. */
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
