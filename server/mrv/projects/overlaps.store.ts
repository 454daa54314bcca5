import type { z } from 'zod'
import type { Sql } from '#server/infra/db/database.ts'
import { isPublishedIn } from '#server/infra/db/published.ts'
import type { Overlap, overlapVerdict } from '#shared/contract/overlaps.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle/project.ts'
import { alikeNames, nearbyKm } from '#shared/rules/overlap.ts'

type Verdict = z.output<typeof overlapVerdict>

export type OverlapRow = Omit<Overlap, 'projectKey' | 'decision' | 'decidedThereAt' | 'acts'> & {
  accountId: string
  verdict: Verdict | null
  reason: string | null
  decidedBy: string | null
  decidedAt: Date | null
  decidedThereAt: Date | null
  /** Including rows beyond the limit. */
  total: number
}

const maxOverlaps = 50

const kmOfDegree = 111.32

/**
 * SQL: projects similar to those of a tenant (`of`) in place, name or origin: all of the tenant's, and published ones
 * of other open tenants. Each comparison uses an index.
 */
const neighboursOf = (sql: Sql, tenantId: string, projectIds: readonly string[]) => sql`
  me as materialized (
    select p.*, ${parts(sql)} as places, ${nearbyKm / kmOfDegree}::float8 as high,
      ${nearbyKm / kmOfDegree}::float8
        / greatest(cos(radians(greatest(abs((p.extent[0])[1]), abs((p.extent[1])[1])))), 0.01) as wide
    from project p where p.tenant_id = ${tenantId} and p.id = any (${[...projectIds]})
  ), found as (
    select me.id as of, p.tenant_id, p.id from me join project p
      on p.extent && box(point((me.extent[0])[0] + me.wide, (me.extent[0])[1] + me.high),
        point((me.extent[1])[0] - me.wide, (me.extent[1])[1] - me.high))
    union
    select me.id, p.tenant_id, p.id from me join project p on me.words <> '' and p.words % me.words
    union
    select me.id, p.tenant_id, p.id from me join project p on me.origin_id <> '' and p.origin_id <> ''
      and lower(p.origin_id) = lower(me.origin_id) and lower(p.origin_registry) = lower(me.origin_registry)
  ), compared as (
    select f.of, p.*, t.name as registry, near.distance,
      coalesce(near.touches, false) or coalesce(near.distance <= ${nearbyKm}, false) as place_alike,
      similarity(p.words, me.words) >= ${alikeNames} as name_alike,
      coalesce(me.origin_id <> '' and lower(p.origin_id) = lower(me.origin_id)
        and lower(p.origin_registry) = lower(me.origin_registry), false) as origin_alike,
      coalesce(daterange(p.start_date, p.end_date, '[]') && daterange(me.start_date, me.end_date, '[]'), false)
        and coalesce(p.start_date, p.end_date) is not null and coalesce(me.start_date, me.end_date) is not null as period_alike,
      p.sector <> '' and lower(p.sector) = lower(me.sector) or p.kind <> '' and lower(p.kind) = lower(me.kind) as sector_alike,
      coalesce(lower(m.name) = lower(mine.name), false) as methodology_alike
    from found f
    join me on me.id = f.of and (f.tenant_id, f.id) <> (me.tenant_id, me.id)
    join project p on p.tenant_id = f.tenant_id and p.id = f.id
    join tenant t on t.id = p.tenant_id and t.status = 'active'
    left join methodology m on m.tenant_id = p.tenant_id and m.id = p.methodology_id
    left join methodology mine on mine.tenant_id = me.tenant_id and mine.id = me.methodology_id
    -- The parts that are nearest to each other are what counts: a place of several may have most of a country between them.
    left join lateral (
      select min(${distance(sql)}) as distance, bool_or(theirs && ours) as touches
      from unnest(${parts(sql)}) theirs, unnest(me.places) ours
    ) near on true
    where p.tenant_id = ${tenantId} or ${isPublishedIn(sql, sql`p.status`)}
  ), alike as (
    select *, origin_alike or place_alike and (name_alike or period_alike and (sector_alike or methodology_alike)) as is_likely
    from compared where place_alike or name_alike or origin_alike
  )`

/** Not submitted, or refused. */
const countNothing: readonly ProjectStatus[] = ['draft', 'rejected']

const matches = (sql: Sql) => sql`array_remove(array[
  case when a.place_alike then 'place' end, case when a.name_alike then 'name' end, case when a.origin_alike then 'origin' end,
  case when a.period_alike then 'period' end, case when a.sector_alike then 'sector' end,
  case when a.methodology_alike then 'methodology' end], null)`

/** SQL: `a` blocks approval: it probably counts the same outcome, and decision `d` does not allow both. */
const hinders = (sql: Sql) => sql`(a.is_likely and a.status <> all (${[...countNothing]}::text[])
  and coalesce(d.verdict, 'refused') = 'refused')`

/** For this transaction; with the default threshold, `%` matches six times as many names. */
const measureNames = (tx: Sql) => tx`select set_config('pg_trgm.similarity_threshold', ${String(alikeNames)}, true)`

/**
 * SQL: the tenant's decision `d` about `of` and `a`. A pair in one registry has one decision, with the smaller id
 * first.
 */
const decided = (sql: Sql, tenantId: string) => sql`
  left join overlap_decision d on d.tenant_id = ${tenantId} and d.other_tenant_id = a.tenant_id
    and d.project_id = case when ${isSmallerId(sql, tenantId)} then a.id else a.of end
    and d.other_project_id = case when ${isSmallerId(sql, tenantId)} then a.of else a.id end`

const isSmallerId = (sql: Sql, tenantId: string) =>
  sql`a.tenant_id = ${tenantId} and a.id collate "C" < a.of collate "C"`

/**
 * Similar projects: those that block approval first, then by number of matches. `other` selects one. Needs the tenant's
 * transaction: decisions are private.
 */
export async function overlapsOf(
  tx: Sql,
  tenantId: string,
  projectId: string,
  other?: { tenantId: string; projectId: string },
): Promise<OverlapRow[]> {
  await measureNames(tx)
  return tx<OverlapRow[]>`
    with ${neighboursOf(tx, tenantId, [projectId])}
    select a.tenant_id as "tenantId", a.registry, a.id as "projectId", a.account_id as "accountId", a.name as "projectName",
      o.name as proponent, a.kind as type, a.country, a.status, a.start_date::text as "startDate",
      a.end_date::text as "endDate", round(a.distance::numeric, 1)::float8 as "distanceKm",
      ${matches(tx)} as matches, ${hinders(tx)} as "hindersApproval", d.verdict, d.reason, d.decided_by as "decidedBy", d.decided_at as "decidedAt",
      case when a.tenant_id <> ${tenantId} then overlap_decided_at(a.tenant_id, a.id, a.of) end as "decidedThereAt",
      count(*) over ()::int as total
    from alike a
    join account o on o.tenant_id = a.tenant_id and o.id = a.account_id
    ${decided(tx, tenantId)}
    ${other ? tx`where a.tenant_id = ${other.tenantId} and a.id = ${other.projectId}` : tx``}
    order by "hindersApproval" desc, a.origin_alike desc,
      a.place_alike::int + a.name_alike::int + a.period_alike::int + a.sector_alike::int + a.methodology_alike::int desc,
      a.distance nulls last, a.tenant_id, a.id
    limit ${maxOverlaps}`
}

/** Counts undecided overlaps per project. Needs the tenant's transaction. */
export async function undecidedOverlaps(
  tx: Sql,
  tenantId: string,
  projectIds: readonly string[],
): Promise<{ projectId: string; undecided: number }[]> {
  await measureNames(tx)
  return tx<{ projectId: string; undecided: number }[]>`
    with ${neighboursOf(tx, tenantId, projectIds)}
    select me.id as "projectId", count(a.id) filter (where d.verdict is null)::int as undecided
    from me left join alike a on a.of = me.id
    ${decided(tx, tenantId)}
    group by me.id limit ${projectIds.length}`
}

/** One box, or one per polygon. */
const parts = (sql: Sql) => sql`coalesce(p.parts, array[p.extent])`

/** Kilometres between the centres of `theirs` and `ours` (haversine formula). */
const distance = (sql: Sql) => sql`(2 * 6371 * asin(least(1, sqrt(
  power(sin(radians((center(theirs))[1] - (center(ours))[1]) / 2), 2)
  + cos(radians((center(ours))[1])) * cos(radians((center(theirs))[1]))
    * power(sin(radians((center(theirs))[0] - (center(ours))[0]) / 2), 2)))))`

type Pair = { tenantId: string; projectId: string; otherTenantId: string; otherProjectId: string }

export async function saveDecision(
  tx: Sql,
  pair: Pair,
  decision: { verdict: Verdict; reason: string; decidedBy: string },
): Promise<void> {
  const of = inStoredOrder(pair)
  await tx`
    insert into overlap_decision (tenant_id, project_id, other_tenant_id, other_project_id, verdict, reason, decided_by)
    values (${of.tenantId}, ${of.projectId}, ${of.otherTenantId}, ${of.otherProjectId}, ${decision.verdict},
      ${decision.reason}, ${decision.decidedBy})
    on conflict (tenant_id, project_id, other_tenant_id, other_project_id)
    do update set verdict = excluded.verdict, reason = excluded.reason, decided_by = excluded.decided_by, decided_at = now()`
}

/** A pair in one registry has the smaller id first. */
function inStoredOrder(pair: Pair): Pair {
  const { tenantId, projectId, otherTenantId, otherProjectId } = pair
  if (tenantId !== otherTenantId || projectId < otherProjectId) return pair
  return { tenantId, projectId: otherProjectId, otherTenantId, otherProjectId: projectId }
}
