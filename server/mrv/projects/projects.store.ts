import { type Fragment, type Sql, wordsIn } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { type List, readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { isPublishedIn } from '#server/infra/db/published.ts'
import { knownTime, wireTime } from '#server/infra/db/times.ts'
import { isProjectFound } from '#server/units/project-search.store.ts'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { openStatesOf } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import { verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import type { MapBox } from '#shared/rules/map-box.ts'
import type { Owned } from './project-access.ts'
import { isChosen, type ProjectChoice, stageOf } from './project-facets.store.ts'
import { isShownIn } from './project-places.store.ts'

/** The public summary, and the facts that determine acts. */
export type SummaryRow = { summary: Omit<ProjectSummary, 'acts'>; facts: Owned; retired: bigint }

/**
 * `summary`: JSON from PostgreSQL. `balance`: units of the filter's `holders`, else null. `facts`: null unless
 * requested.
 */
export type ListedRow = Placed & { summary: string; facts: Owned | null; balance: string | null }

/** Context of a row. `today`: YYYY-MM-DD. `pictureLink`: opens unpublished pictures. */
export type Shown = { today: string; imagesUrl: string; pictureLink: string }

export type Sort = { by: 'createdAt' | 'statusSince' | 'projectName' | 'assetsMinted'; isDescending: boolean }

export type ProjectFilter = ProjectChoice & {
  isPublished?: boolean
  /** Projects that a map shows there. */
  box?: MapBox | undefined
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

export function projectsBy(
  sql: Sql,
  tenantId: string,
  filter: ProjectFilter,
  { sort, forActs, today, imagesUrl, pictureLink, ...part }: Part & Shown & { sort: Sort; forActs: boolean },
): Promise<Found<ListedRow>> {
  const { holders } = filter
  const held = holders ? sql`join (${heldBy(sql, tenantId, holders)}) h on h.project_id = p.id` : sql``
  const source = {
    from: sql`project p ${held}`,
    within: sql`
      p.tenant_id = ${tenantId} ${matching(sql, tenantId, filter, part.search)}
      and ${isChosen(sql, { tenantId, today }, filter)}`,
    columns: sql`p.*, ${holders ? sql`h.balance` : sql`null::bigint`} as held_balance`,
    key: [sortValueOf(sql, sort.by), sql`p.id`],
  } satisfies Source
  const list: List = {
    sources: [source],
    order: { type: typeOf[sort.by], isDescending: sort.isDescending },
    detail: {
      alias: sql`p`,
      columns: sql`
        row_to_json(summary)::text as summary, ${forActs ? facts(sql) : sql`null`} as facts,
        p.held_balance::text as balance`,
      joins: summaryJoins(sql, { today, imagesUrl, pictureLink }),
    },
    ...(!part.search && isTallied(filter) && { total: tallied(sql, tenantId, filter) }),
  }
  return readList(sql, list, part)
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
export function matching(sql: Sql, tenantId: string, filter: ProjectFilter, search: Search | null | undefined) {
  return sql`
    ${filter.isPublished ? sql`and ${isPublishedIn(sql, sql`p.status`)}` : sql``}
    ${filter.box ? sql`and ${isShownIn(sql, filter.box)}` : sql``}
    ${
      filter.measurableBy
        ? sql`and p.status in ('approved', 'active') and p.measurement_provider_id is not null
            and ${filter.measurableBy} in (p.account_id, p.measurement_provider_id)`
        : sql``
    }
    ${search ? sql`and ${isProjectFound(sql, tenantId, sql`p.id`, search)}` : sql``}`
}

const typeOf = { createdAt: 'time', statusSince: 'time', projectName: 'text', assetsMinted: 'number' } as const

function sortValueOf(sql: Sql, by: Sort['by']): Fragment {
  // Stored microseconds, even of unknown times, so that no page skips a project.
  const values = {
    createdAt: sql`p.created_at`,
    statusSince: sql`p.status_since`,
    projectName: sql`left(p.words, 200)`,
    assetsMinted: sql`p.minted`,
  }
  return values[by]
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
