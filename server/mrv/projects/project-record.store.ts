import { assigned, identifier, inserted, type Sql, type Value } from '#server/infra/db/database.ts'
import { isPublishedIn } from '#server/infra/db/published.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle/project.ts'
import type { Area } from '#shared/rules/place.ts'
import {
  eachFact,
  type FactColumns,
  type FactName,
  type FactValues,
  projectFacts,
} from '#shared/rules/project-facts.ts'

/** Quantities are bigint. */
type StoredFacts = {
  [Name in FactName]: number extends FactValues[Name] ? bigint | null : FactValues[Name]
}

export type ProjectRecord = StoredFacts & {
  tenantId: string
  id: string
  accountId: string
  number: number
  name: string
  description: string
  sustainabilityStatement: string
  methodologyId: string | null
  measurementProviderId: string | null
  verificationProviderId: string | null
  startDate: string | null
  endDate: string | null
  country: string | null
  /** The point, or the area's centre. */
  longitude: number | null
  latitude: number | null
  area: Area | null
  sourceUrl: string | null
  status: ProjectStatus
  statusReason: string | null
  statusBefore: 'approved' | 'active' | null
  imageFileName: string | null
}

const columns = (sql: Sql) => sql`
  p.tenant_id as "tenantId", p.id, p.account_id as "accountId", p.number, p.name, p.description,
  p.sustainability_statement as "sustainabilityStatement", p.methodology_id as "methodologyId",
  p.measurement_provider_id as "measurementProviderId", p.verification_provider_id as "verificationProviderId",
  p.start_date::text as "startDate", p.end_date::text as "endDate", p.country,
  coalesce(p.longitude, (center(p.extent))[0]) as longitude, coalesce(p.latitude, (center(p.extent))[1]) as latitude, p.area,
  ${projectFacts
    .map(({ name, column }) => sql`p.${identifier(column)} as ${identifier(name)}`)
    .reduce((one, other) => sql`${one}, ${other}`)},
  p.source_url as "sourceUrl", p.status, p.status_reason as "statusReason", p.status_before as "statusBefore",
  p.image_file_name as "imageFileName"`

export async function projectById(sql: Sql, tenantId: string, id: string): Promise<ProjectRecord | null> {
  const [row] = await sql<ProjectRecord[]>`
    select ${columns(sql)} from project p where p.tenant_id = ${tenantId} and p.id = ${id}`
  return row ?? null
}

/** From any open tenant; the oldest if several have this id. */
export async function publishedProjectById(sql: Sql, id: string): Promise<ProjectRecord | null> {
  const [row] = await sql<ProjectRecord[]>`
    select ${columns(sql)} from tenant t join project p on p.tenant_id = t.id
    where t.status = 'active' and p.id = ${id} and ${isPublishedIn(sql, sql`p.status`)}
    order by p.created_at, p.tenant_id limit 1`
  return row ?? null
}

/** Locks until the transaction ends. */
export async function lockProject(tx: Sql, tenantId: string, id: string): Promise<ProjectRecord | null> {
  const [row] = await tx<ProjectRecord[]>`
    select ${columns(tx)} from project p where p.tenant_id = ${tenantId} and p.id = ${id} for no key update`
  return row ?? null
}

/** Columns by API field names. */
export const factColumns = {
  projectName: 'name',
  description: 'description',
  sustainabilityStatement: 'sustainability_statement',
  methodologyId: 'methodology_id',
  measurementProviderId: 'measurement_provider_id',
  verificationProviderId: 'verification_provider_id',
  startDate: 'start_date',
  endDate: 'end_date',
  country: 'country',
  longitude: 'longitude',
  latitude: 'latitude',
  area: 'area',
  ...eachFact<FactColumns>(({ column }) => column),
} as const

type FactColumn = (typeof factColumns)[keyof typeof factColumns]
export type FactRow = Partial<Record<FactColumn, Value>>

/** Inserts a draft with the tenant's next number. A lock on the tenant's row makes numbers unique. */
export async function insertProject(
  tx: Sql,
  key: { tenantId: string; accountId: string; id: string; createdBy: string },
  facts: FactRow,
): Promise<void> {
  // Many inserts may wait for this lock.
  await tx`select set_config('lock_timeout', '10s', true)`
  await tx`select from tenant where id = ${key.tenantId} for no key update`
  const [next] = await tx<{ number: number }[]>`
    select coalesce(max(number), 0) + 1 as number from project where tenant_id = ${key.tenantId}`
  const row = {
    ...facts,
    tenant_id: key.tenantId,
    id: key.id,
    account_id: key.accountId,
    number: next?.number ?? 1,
    created_by: key.createdBy,
  }
  await tx`insert into project ${inserted(row)}`
}

export async function changeFacts(tx: Sql, tenantId: string, id: string, facts: FactRow): Promise<void> {
  await tx`update project set ${assigned(facts)}, changed_at = now() where tenant_id = ${tenantId} and id = ${id}`
}

export async function setStatus(
  tx: Sql,
  tenantId: string,
  id: string,
  change: { status: ProjectStatus; reason: string | null; before: 'approved' | 'active' | null },
): Promise<void> {
  await tx`
    update project set status = ${change.status}, status_reason = ${change.reason}, status_before = ${change.before},
      changed_at = now()
    where tenant_id = ${tenantId} and id = ${id}`
}

export async function setImage(tx: Sql, tenantId: string, id: string, fileName: string): Promise<void> {
  await tx`
    update project set image_file_name = ${fileName}, changed_at = now() where tenant_id = ${tenantId} and id = ${id}`
}

export async function methodologyStatus(sql: Sql, tenantId: string, id: string): Promise<string | null> {
  const [row] = await sql<{ status: string }[]>`
    select status from methodology where tenant_id = ${tenantId} and id = ${id}`
  return row?.status ?? null
}

export async function accountFacts(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<{ status: string; country: string | null } | null> {
  const [row] = await sql<{ status: string; country: string | null }[]>`
    select status, country from account where tenant_id = ${tenantId} and id = ${id}`
  return row ?? null
}

export async function holdersOf(sql: Sql, tenantId: string, projectId: string): Promise<string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select distinct b.account_id as "accountId"
    from asset s join balance b on b.tenant_id = s.tenant_id and b.asset_id = s.id
    where s.tenant_id = ${tenantId} and s.project_id = ${projectId} and (b.held > 0 or b.locked > 0)`
  return rows.map(({ accountId }) => accountId)
}
