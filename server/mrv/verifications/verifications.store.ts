import type { Sql } from '#server/infra/db/database.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { countByStatus, type WorkFilter, workBy } from '#server/mrv/work.store.ts'
import type { Verification } from '#shared/contract/verifications.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle/project.ts'
import type { VerificationStatus } from '#shared/rules/lifecycle/verification.ts'

export type VerificationRow = Omit<
  Verification,
  | 'projectKey'
  | 'measured'
  | 'measuredByYear'
  | 'quantity'
  | 'byYear'
  | 'issued'
  | 'available'
  | 'created'
  | 'startedAt'
  | 'decidedAt'
  | 'acts'
> & {
  projectAccountId: string
  projectStatus: ProjectStatus
  /** The account that measured. */
  measurerId: string
  measurer: string
  /** The name of the project's account. */
  proponent: string
  measured: bigint
  /** In calendar order; null within one year or if not stated. */
  measuredYears: number[] | null
  years: number[] | null
  quantity: bigint | null
  issued: bigint
  /** Per vintage, in order. */
  issuedYears: number[]
  /** By mints that wait, likewise. */
  reservedYears: number[]
  createdAt: Date
  startedAt: Date | null
  decidedAt: Date | null
  /** The cursor value. */
  sortValue: string
}

const columns = (sql: Sql) => sql`
  w.id as "verificationId", w.tenant_id as "tenantId", w.measurement_id as "measurementId", w.project_id as "projectId",
  p.account_id as "projectAccountId", p.status as "projectStatus", p.name as project, m.account_id as "measurerId", measurer.name as measurer, proponent.name as proponent,
  methodology.id as "methodologyId", methodology.version as "methodologyVersion", w.account_id as "accountId", a.name as account, methodology.name as methodology,
  lower(m.period)::text as "periodStart", (upper(m.period) - 1)::text as "periodEnd", w.due_date::text as "dueDate",
  coalesce(m.quantity, 0) as measured, to_json(m.by_year) as "measuredYears", w.quantity, to_json(w.by_year) as years,
  (select coalesce(sum_of_units(s.issued), 0) from asset s where s.tenant_id = w.tenant_id and s.verification_id = w.id) as issued,
  (select json_agg(y.issued order by y.place) from vintages_of(w.tenant_id, w.id) y) as "issuedYears",
  (select json_agg(y.reserved order by y.place) from vintages_of(w.tenant_id, w.id) y) as "reservedYears", w.statement, w.status,
  w.quantity_reason as "quantityReason", w.declaration, w.started_at as "startedAt",
  lower(w.visit)::text as "visitStart", (upper(w.visit) - 1)::text as "visitEnd",
  (select count(*)::int from finding f
    where f.tenant_id = w.tenant_id and f.verification_id = w.id and f.status <> 'closed') as "openFindings",
  w.created_at as "createdAt", w.decided_at as "decidedAt"`

const joins = (sql: Sql) => sql`
  verification w
  join measurement m on m.tenant_id = w.tenant_id and m.id = w.measurement_id
  join project p on p.tenant_id = w.tenant_id and p.id = w.project_id
  join account a on a.tenant_id = w.tenant_id and a.id = w.account_id
  join account proponent on proponent.tenant_id = p.tenant_id and proponent.id = p.account_id
  join account measurer on measurer.tenant_id = m.tenant_id and measurer.id = m.account_id
  left join methodology on methodology.tenant_id = m.tenant_id and methodology.id = m.methodology_id`

/** Newest first. All functions here need the tenant's transaction: findings are private. */
export function verificationsBy(
  sql: Sql,
  tenantId: string,
  filter: WorkFilter,
  part: Part,
): Promise<Found<VerificationRow & Placed>> {
  const accounts = sql`array[p.account_id, w.account_id, m.account_id]`
  const work = { columns: columns(sql), from: joins(sql), status: sql`w.status`, accounts }
  return workBy(sql, work, tenantId, filter, part)
}

export function assignedVerifications(sql: Sql, tenantId: string, accountIds: readonly string[]) {
  const work = { from: sql`verification w`, status: sql`w.status` }
  return countByStatus<VerificationStatus>(sql, work, tenantId, accountIds)
}

export async function verificationById(sql: Sql, tenantId: string, id: string): Promise<VerificationRow | null> {
  const [row] = await sql<VerificationRow[]>`
    select ${columns(sql)} from ${joins(sql)} where w.tenant_id = ${tenantId} and w.id = ${id}`
  return row ?? null
}

/** Locks until the transaction ends. */
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

/** `words`: empty if the declaration was only ticked. */
export async function setStart(
  tx: Sql,
  tenantId: string,
  id: string,
  start: { status: VerificationStatus; words: string; by: string | null; at: Date },
): Promise<void> {
  await tx`
    update verification set status = ${start.status}, declaration = ${start.words}, started_by = ${start.by},
      started_at = ${start.at}
    where tenant_id = ${tenantId} and id = ${id}`
}

export async function setVisit(
  tx: Sql,
  tenantId: string,
  id: string,
  { visitStart, visitEnd }: { visitStart: string; visitEnd: string },
): Promise<void> {
  await tx`
    update verification set visit = daterange(${visitStart}, ${visitEnd}, '[]')
    where tenant_id = ${tenantId} and id = ${id}`
}

export async function setStatus(tx: Sql, tenantId: string, id: string, status: VerificationStatus): Promise<void> {
  await tx`update verification set status = ${status} where tenant_id = ${tenantId} and id = ${id}`
}

export async function setOpinion(
  tx: Sql,
  tenantId: string,
  id: string,
  opinion: {
    status: VerificationStatus
    quantity: number | null
    years: readonly number[] | null
    quantityReason: string | null
    statement: string
    by: string | null
    at: Date
  },
): Promise<void> {
  await tx`
    update verification set status = ${opinion.status}, quantity = ${opinion.quantity}, by_year = ${opinion.years},
      quantity_reason = ${opinion.quantityReason}, statement = ${opinion.statement}, decided_by = ${opinion.by},
      decided_at = ${opinion.at}
    where tenant_id = ${tenantId} and id = ${id}`
}

export async function setYears(tx: Sql, tenantId: string, id: string, years: readonly number[] | null): Promise<void> {
  await tx`update verification set by_year = ${years} where tenant_id = ${tenantId} and id = ${id}`
}

/** No organisation has more combinations. */
const mostGroups = 2_000

/** The group lists of users in any of these groups. */
export async function groupsWith(tx: Sql, tenantId: string, named: readonly string[]): Promise<string[][]> {
  const rows = await tx<{ groups: string[] }[]>`
    select distinct groups from app_user
    where tenant_id = ${tenantId} and status <> 'DELETED' and groups && ${[...named]}::text[] limit ${mostGroups}`
  return rows.map(({ groups }) => groups)
}

/** Whether a document of type Verification exists. */
export async function hasStatement(tx: Sql, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx`
    select from document
    where tenant_id = ${tenantId} and subject_kind = 'verification' and subject_id = ${id} and type = 'Verification' limit 1`
  return rows.length > 0
}
