import type { Sql } from '#server/infra/db/database.ts'
import { isPublishedIn } from '#server/infra/db/published.ts'
import type { ClaimSummary } from '#shared/contract/claims.ts'
import type { Project } from '#shared/contract/projects.ts'

export type SharedProject = {
  projectId: string
  accountId: string
  name: string
  status: Project['status']
  /** The first 300 characters. */
  description: string
  proponent: string
  type: string
  country: string | null
  methodology: string | null
  imageFileName: string | null
  startDate: string | null
  endDate: string | null
  issued: bigint
  retired: bigint
  createdAt: Date
  changedAt: Date
}

/** Null if the project is not published. */
export async function publishedProject(sql: Sql, tenantId: string, projectId: string): Promise<SharedProject | null> {
  const [row] = await sql<SharedProject[]>`
    select p.id as "projectId", p.account_id as "accountId", p.name, p.status, left(p.description, 300) as description,
      a.name as proponent, p.kind as type, p.country, m.name as methodology, p.image_file_name as "imageFileName",
      p.start_date::text as "startDate", p.end_date::text as "endDate", units.issued, units.retired,
      p.created_at as "createdAt", p.changed_at as "changedAt"
    from project p
    join account a on a.tenant_id = p.tenant_id and a.id = p.account_id
    left join methodology m on m.tenant_id = p.tenant_id and m.id = p.methodology_id
    left join lateral (
      select coalesce(sum(s.issued), 0)::bigint as issued, coalesce(sum(s.retired), 0)::bigint as retired
      from asset s where s.tenant_id = p.tenant_id and s.project_id = p.id
    ) units on true
    where p.tenant_id = ${tenantId} and p.id = ${projectId} and ${isPublishedIn(sql, sql`p.status`)}`
  return row ?? null
}

/** Published or not. */
export async function isProject(sql: Sql, tenantId: string, projectId: string): Promise<boolean> {
  const found = await sql`select from project where tenant_id = ${tenantId} and id = ${projectId}`
  return found.length > 0
}

export type SharedClaim = Pick<ClaimSummary, 'beneficiary' | 'beneficiaryKind' | 'project'> & {
  claimId: string
  number: bigint
  quantity: bigint
  claimedAt: Date
}

export async function sharedClaim(sql: Sql, tenantId: string, claimId: string): Promise<SharedClaim | null> {
  const [row] = await sql<SharedClaim[]>`
    select c.id as "claimId", c.number, c.quantity, c.beneficiary_kind as "beneficiaryKind",
      c.beneficiary_name as beneficiary, p.name as project, c.claimed_at as "claimedAt"
    from claim c left join project p on p.tenant_id = c.tenant_id and p.id = c.project_id
    where c.tenant_id = ${tenantId} and c.id = ${claimId}`
  return row ?? null
}

/** Claim numbers count across all registries. */
export async function highestNumbers(sql: Sql, tenantId: string): Promise<{ projects: number; claims: number }> {
  const [row] = await sql<{ projects: number; claims: number }[]>`
    select coalesce((select max(number) from project where tenant_id = ${tenantId}), 0)::float8 as projects,
      case when exists (select from claim where tenant_id = ${tenantId})
        then (select max(number) from claim)::float8 else 0 end as claims`
  return row ?? { projects: 0, claims: 0 }
}

export type Numbers = { first: number; last: number }

/** Only published projects. */
export async function projectsNumbered(sql: Sql, tenantId: string, { first, last }: Numbers) {
  return sql<{ id: string; accountId: string; changedAt: Date }[]>`
    select id, account_id as "accountId", changed_at as "changedAt" from project
    where tenant_id = ${tenantId} and number between ${first} and ${last} and ${isPublishedIn(sql, sql`status`)}
    order by number limit ${last - first + 1}`
}

export async function claimsNumbered(sql: Sql, tenantId: string, { first, last }: Numbers) {
  return sql<{ id: string; claimedAt: Date }[]>`
    select id, claimed_at as "claimedAt" from claim
    where tenant_id = ${tenantId} and number between ${first} and ${last}
    order by number limit ${last - first + 1}`
}
