import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { containing, type Found, type Part, type Place } from '#server/infra/db/pages.ts'
import { isoTime } from '#server/infra/db/times.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { listMyProjects } from '#shared/contract/projects.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle.ts'
import { isPublishedIn } from './published.ts'

/** A project as a list shows it. */
export type SummaryRow = {
  id: string
  tenantId: string
  accountId: string
  number: number
  name: string
  kind: string
  country: string | null
  status: ProjectStatus
  startDate: string | null
  endDate: string | null
  imageFileName: string | null
  changedAt: Date
  createdAt: Date
  proponent: string
  createdBy: string | null
  measurementProviderId: string | null
  verificationProviderId: string | null
  methodology: string | null
  minted: bigint
  held: bigint
  retired: bigint
  openMeasurements: number
  openVerifications: number
  unissued: bigint
}

/** A row of a list: `sortValue` is its place in it, `balance` the units of the project that the filter's `holders` hold. */
type ListedRow = SummaryRow & { sortValue: string; balance: bigint }

export type Sort = { by: 'createdAt' | 'projectName' | 'assetsMinted'; isDescending: boolean }

export type ProjectFilter = Omit<ValidQueryOf<typeof listMyProjects>, 'measurable'> & {
  /** Only what the public may see. */
  isPublished?: boolean
  /** Only projects that this account may open a measurement of: approved or active, its own or assigned to it. */
  measurableBy?: string
  /** Only projects of which these accounts hold units. */
  holders?: readonly string[] | 'all'
}

const held = (sql: Sql, tenantId: string, holders: readonly string[] | 'all') => sql`
  select s.project_id, sum(b.held + b.locked)::bigint as balance
  from balance b join asset s on s.tenant_id = b.tenant_id and s.id = b.asset_id
  where b.tenant_id = ${tenantId} and b.held + b.locked > 0
    ${holders === 'all' ? sql`` : sql`and b.account_id = any (${[...holders]})`}
  group by s.project_id`

/**
 * A part of the projects of a tenant and how many there are in all, in one round trip. The part is cut first; names,
 * units and open work are joined to its rows only.
 */
export async function projectsBy(
  sql: Sql,
  tenantId: string,
  filter: ProjectFilter,
  { sort, after, limit }: Part & { sort: Sort },
): Promise<Found<ListedRow>> {
  const from = sql`
    project p
    ${filter.holders ? sql`join (${held(sql, tenantId, filter.holders)}) h on h.project_id = p.id` : sql``}
    ${sort.by === 'assetsMinted' ? joinMinted(sql, tenantId) : sql``}
    where p.tenant_id = ${tenantId} ${matching(sql, filter)}`
  const key = sortKey(sql, sort)
  const direction = sort.isDescending ? sql`desc` : sql`asc`
  const rows = await sql<(ListedRow & { total: number })[]>`
    select found.total, ${summary(sql)}, p.sort_value as "sortValue", p.balance
    from (select count(*)::int as total from ${from}) found
    left join lateral (
      select p.*, ${key.column} as sort_key, ${key.text} as sort_value,
        ${filter.holders ? sql`h.balance` : sql`0::bigint`} as balance
      from ${from} ${after ? beyond(sql, sort, key.column, after) : sql``}
      order by ${key.column} ${direction}, p.id ${direction} limit ${limit}
    ) p on true
    ${summaryJoins(sql)}
    order by p.sort_key ${direction}, p.id ${direction}`
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}

function matching(sql: Sql, filter: ProjectFilter) {
  return sql`
    ${filter.isPublished ? sql`and ${isPublishedIn(sql, sql`p.status`)}` : sql``}
    ${filter.accountId ? sql`and p.account_id = ${filter.accountId}` : sql``}
    ${
      filter.measurableBy
        ? sql`and p.status in ('approved', 'active') and p.measurement_provider_id is not null
            and ${filter.measurableBy} in (p.account_id, p.measurement_provider_id)`
        : sql``
    }
    ${filter.status ? sql`and p.status = ${filter.status}` : sql``}
    ${filter.country ? sql`and p.country = ${filter.country}` : sql``}
    ${filter.methodologyId ? sql`and p.methodology_id = ${filter.methodologyId}` : sql``}
    ${filter.q ? sql`and (p.name ilike ${containing(filter.q)} or p.id = ${filter.q})` : sql``}`
}

const joinMinted = (sql: Sql, tenantId: string) => sql`
  left join (select s.project_id, sum(s.issued)::bigint as units from asset s
    where s.tenant_id = ${tenantId} group by s.project_id) minted on minted.project_id = p.id`

function sortKey(sql: Sql, sort: Sort) {
  if (sort.by === 'projectName') return { column: sql`lower(p.name)`, text: sql`lower(p.name)` }
  if (sort.by === 'assetsMinted') {
    return { column: sql`coalesce(minted.units, 0)`, text: sql`coalesce(minted.units, 0)::text` }
  }
  // To the microsecond, so that no project is lost between two pages.
  return { column: sql`p.created_at`, text: isoTime(sql, sql`p.created_at`) }
}

function beyond(sql: Sql, sort: Sort, column: Fragment, after: Place) {
  const casts = { createdAt: sql`::text::timestamptz`, projectName: sql``, assetsMinted: sql`::bigint` }
  const place = sql`(${after.value}${casts[sort.by]}, ${after.id})`
  return sort.isDescending ? sql`and (${column}, p.id) < ${place}` : sql`and (${column}, p.id) > ${place}`
}

/** One project as a list shows it. */
export async function summaryById(sql: Sql, tenantId: string, id: string): Promise<SummaryRow | null> {
  const [row] = await sql<SummaryRow[]>`
    select ${summary(sql)} from project p ${summaryJoins(sql)} where p.tenant_id = ${tenantId} and p.id = ${id}`
  return row ?? null
}

const summary = (sql: Sql) => sql`
  p.id, p.tenant_id as "tenantId", p.account_id as "accountId", p.number, p.name, p.kind, p.country, p.status,
  p.start_date::text as "startDate", p.end_date::text as "endDate", p.image_file_name as "imageFileName",
  p.created_by as "createdBy", p.measurement_provider_id as "measurementProviderId",
  p.verification_provider_id as "verificationProviderId", p.changed_at as "changedAt", p.created_at as "createdAt", proponent.name as proponent, methodology.name as methodology,
  units.minted, units.held, units.retired, work."openMeasurements", work."openVerifications", work.unissued`

const summaryJoins = (sql: Sql) => sql`
  left join account proponent on proponent.tenant_id = p.tenant_id and proponent.id = p.account_id
  left join methodology on methodology.tenant_id = p.tenant_id and methodology.id = p.methodology_id
  left join lateral (
    select coalesce(sum(s.issued), 0)::bigint as minted, coalesce(sum(b.held), 0)::bigint as held,
      coalesce(sum(b.retired), 0)::bigint as retired
    from asset s
    left join lateral (select sum(b.held) as held, sum(b.retired) as retired from balance b
      where b.tenant_id = s.tenant_id and b.asset_id = s.id) b on true
    where s.tenant_id = p.tenant_id and s.project_id = p.id
  ) units on true
  left join lateral (
    select count(*) filter (where m.status in ('scheduled', 'in progress', 'submitted', 'changes requested'))::int
        as "openMeasurements",
      count(*) filter (where v.status in ('requested', 'in progress', 'findings open'))::int as "openVerifications",
      coalesce(sum(v.quantity - coalesce(s.issued, 0)) filter (where v.status = 'verified'), 0)::bigint as unissued
    from measurement m
    left join verification v on v.tenant_id = m.tenant_id and v.measurement_id = m.id
    left join asset s on s.tenant_id = v.tenant_id and s.verification_id = v.id
    where m.tenant_id = p.tenant_id and m.project_id = p.id
  ) work on true`
