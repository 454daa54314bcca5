import { type Fragment, type Sql, wordsIn } from '#server/infra/db/database.ts'
import { counted, exactTotal, type Found, type Part, type Place } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'
import { isoTime, knownTime, wireTime } from '#server/infra/db/times.ts'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { openStatesOf } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import { verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import type { Owned } from './project-access.ts'
import { isChosen, type ProjectChoice, stageOf } from './project-facets.store.ts'
import { isPublishedIn } from './published.ts'

/** The public summary, and the facts that determine acts. */
export type SummaryRow = { summary: Omit<ProjectSummary, 'acts'>; facts: Owned; retired: bigint }

/**
 * `summary`: JSON from PostgreSQL. `sortValue`: the cursor value. `balance`: units of the filter's `holders`, else
 * null. `facts`: null unless requested.
 */
export type ListedRow = {
  id: string
  summary: string
  facts: Owned | null
  sortValue: string
  balance: string | null
}

/** Context of a row. `today`: YYYY-MM-DD. `pictureLink`: opens unpublished pictures. */
export type Shown = { today: string; imagesUrl: string; pictureLink: string }

export type Sort = { by: 'createdAt' | 'statusSince' | 'projectName' | 'assetsMinted'; isDescending: boolean }

export type ProjectFilter = ProjectChoice & {
  q?: string | undefined
  isPublished?: boolean
  /** Approved or active projects that this account owns or measures. */
  measurableBy?: string
  /** Projects whose units these accounts hold. */
  holders?: readonly string[]
}

/** Units in circulation of asset `s`. */
const circulating = (sql: Sql) => sql`(s.issued - s.retired - s.cancelled)`

/** Projects with these accounts' units, including locked ones. */
const heldBy = (sql: Sql, tenantId: string, holders: readonly string[]) => sql`
  select s.project_id, sum(b.held + b.locked)::bigint as balance
  from balance b join asset s on s.tenant_id = ${tenantId} and s.id = b.asset_id
  where b.tenant_id = ${tenantId} and b.held + b.locked > 0 and b.account_id = any (${[...holders]})
  group by s.project_id`

/** A page and the total in one round trip. Joins only the page's rows. */
export async function projectsBy(
  sql: Sql,
  tenantId: string,
  filter: ProjectFilter,
  { sort, after, limit, needed, isSimilar, forActs, ...shown }: Part & Shown & { sort: Sort; forActs: boolean },
): Promise<Found<ListedRow>> {
  const { holders } = filter
  const { today } = shown
  const from = sql`
    project p
    ${holders ? sql`join (${heldBy(sql, tenantId, holders)}) h on h.project_id = p.id` : sql``}
    where p.tenant_id = ${tenantId} ${matching(sql, filter, isSimilar)} and ${isChosen(sql, { tenantId, today }, filter)}`
  const key = sortKey(sql, sort)
  const direction = sort.isDescending ? sql`desc` : sql`asc`
  const hasStoredTotal = isTallied(filter)
  const rows = await sql<(ListedRow & { total: bigint })[]>`
    select found.total, p.id, row_to_json(summary)::text as summary, ${forActs ? facts(sql) : sql`null`} as facts,
      p.sort_value as "sortValue", ${holders ? sql`p.held_balance::text` : sql`null`} as balance
    from (select ${hasStoredTotal ? tallied(sql, tenantId, filter) : counted(sql, sql`select from ${from}`)} as total) found
    left join lateral (
      select p.* from (
        select p.*, ${key.column} as sort_key, ${key.text} as sort_value,
          ${holders ? sql`h.balance` : sql`null::bigint`} as held_balance
        from ${from} ${after ? beyond(sql, sort, key.column, after) : sql``}
        order by ${key.column} ${direction}, p.id ${direction} limit ${limit}
      ) p order by p.sort_key ${direction}, p.id ${direction} ${needed === undefined ? sql`` : sql`limit ${needed}`}
    ) p on true
    ${summaryJoins(sql, shown)}
    order by p.sort_key ${direction}, p.id ${direction}`
  return {
    rows: rows.filter((row) => row.id !== null),
    total: rows[0]?.total ?? 0,
    ...(hasStoredTotal && { countedTo: exactTotal }),
  }
}

/** Whether stored counts by status suffice. */
function isTallied({ isPublished: _, status: __, ...others }: ProjectFilter): boolean {
  return Object.values(others).every((value) => value === undefined || value === '')
}

const tallied = (sql: Sql, tenantId: string, { isPublished, status }: ProjectFilter) => sql`(
  select coalesce(sum(rows), 0)::bigint from (
    select rows, substr(name, 10) as status from tally where tenant_id = ${tenantId} and name like 'projects %') t
  where true ${isPublished ? sql`and ${isPublishedIn(sql, sql`t.status`)}` : sql``}
    ${status ? sql`and t.status = any (${[...status]}::text[])` : sql``})`

/** The filter without facets. */
export function matching(sql: Sql, filter: ProjectFilter, isSimilar: boolean | undefined) {
  return sql`
    ${filter.isPublished ? sql`and ${isPublishedIn(sql, sql`p.status`)}` : sql``}
    ${
      filter.measurableBy
        ? sql`and p.status in ('approved', 'active') and p.measurement_provider_id is not null
            and ${filter.measurableBy} in (p.account_id, p.measurement_provider_id)`
        : sql``
    }
    ${filter.q ? sql`and (${finds(sql, sql`p.words`, filter.q, isSimilar)} or p.id = ${filter.q})` : sql``}`
}

function sortKey(sql: Sql, sort: Sort) {
  if (sort.by === 'projectName') return { column: sql`left(p.words, 200)`, text: sql`left(p.words, 200)` }
  if (sort.by === 'assetsMinted') return { column: sql`p.minted`, text: sql`p.minted::text` }
  // Stored microseconds, even of unknown times, so that no page skips a project.
  const time = sort.by === 'statusSince' ? sql`p.status_since` : sql`p.created_at`
  return { column: time, text: isoTime(sql, time) }
}

function beyond(sql: Sql, sort: Sort, column: Fragment, after: Place) {
  const time = sql`::text::timestamptz`
  const casts = { createdAt: time, statusSince: time, projectName: sql``, assetsMinted: sql`::bigint` }
  const place = sql`(${after.value}${casts[sort.by]}, ${after.id})`
  return sort.isDescending ? sql`and (${column}, p.id) < ${place}` : sql`and (${column}, p.id) > ${place}`
}

export async function summaryById(sql: Sql, tenantId: string, id: string, shown: Shown): Promise<SummaryRow | null> {
  const [row] = await summariesById(sql, tenantId, [id], shown)
  return row ?? null
}

export async function summariesById(
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
  shown: Shown,
): Promise<SummaryRow[]> {
  return sql<SummaryRow[]>`
    select row_to_json(summary) as summary, ${facts(sql)} as facts, units.retired
    from project p ${summaryJoins(sql, shown)}
    where p.tenant_id = ${tenantId} and p.id = any (${[...ids]}::text[]) limit ${ids.length}`
}

const facts = (sql: Sql) => sql`
  json_build_object('id', p.id, 'tenantId', p.tenant_id, 'accountId', p.account_id, 'status', p.status,
    'measurementProviderId', p.measurement_provider_id, 'verificationProviderId', p.verification_provider_id)`

const openMeasurements = wordsIn(openStatesOf(measurementMachine))
const openVerifications = wordsIn(openStatesOf(verificationMachine))

/** Joins for project `p`, and `summary`: `projectSummary` of shared/contract/projects.ts without `acts`. */
const summaryJoins = (sql: Sql, { today, imagesUrl, pictureLink }: Shown) => sql`
  left join account proponent on proponent.tenant_id = p.tenant_id and proponent.id = p.account_id
  left join methodology on methodology.tenant_id = p.tenant_id and methodology.id = p.methodology_id
  left join lateral (
    select coalesce(sum(s.issued), 0)::bigint as minted, coalesce(sum(${circulating(sql)}), 0)::bigint as held,
      coalesce(sum(s.retired), 0)::bigint as retired,
      coalesce(sum(s.issued) filter (where s.verification_id is not null), 0)::bigint as verified
    from asset s
    where s.tenant_id = p.tenant_id and s.project_id = p.id
  ) units on true
  left join lateral (
    select count(*) filter (where m.status in ${openMeasurements}) > 0 as is_measured,
      count(*) filter (where v.status in ${openVerifications}) > 0 as is_verified,
      coalesce(sum(v.quantity) filter (where v.status = 'verified'), 0)::bigint as verified
    from measurement m
    left join verification v on v.tenant_id = m.tenant_id and v.measurement_id = m.id
    where m.tenant_id = p.tenant_id and m.project_id = p.id
  ) work on true
  left join lateral (
    select p.id, p.id as "projectId", p.tenant_id as "tenantId", p.account_id as "accountId",
      p.tenant_id || ':' || p.account_id || ':' || p.id as "projectKey", p.number, p.name as "projectName",
      proponent.name as proponent, methodology.name as methodology, p.kind as type, p.country,
      (center(p.extent))[0] as longitude, (center(p.extent))[1] as latitude, p.status,
      ${stageOf(sql, today, {
        isVerified: sql`work.is_verified`,
        isUnissued: sql`work.verified > units.verified`,
        isMeasured: sql`work.is_measured`,
      })} as stage,
      p.start_date as "startDate", p.end_date as "endDate", units.minted as "assetsMinted", units.held as "assetsAvailable",
      units.minted > 0 or p.status = 'active' as "blockchainAddressActive",
      ${imagesUrl} || '/' || p.tenant_id || '/' || p.account_id || '/' || p.id || '/' || p.image_file_name
        || '?changedAt=' || floor(extract(epoch from p.changed_at) * 1000)
        || case when ${isPublishedIn(sql, sql`p.status`)} then '' else ${pictureLink} end as image,
      p.image_file_name as "imageFileName", ${wireTime(sql, sql`p.changed_at`)} as changed_at,
      ${wireTime(sql, sql`p.created_at`)} as "createdAt",
      ${wireTime(sql, knownTime(sql, sql`p.status_since`))} as "statusSince"
  ) summary on true`
