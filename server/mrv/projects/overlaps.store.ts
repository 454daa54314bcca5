import type { z } from 'zod'
import type { Sql } from '#server/infra/db/database.ts'
import type { Overlap, overlapVerdict } from '#shared/contract/overlaps.ts'
import { alikeNames, nearbyKm, type OverlapMatch } from '#shared/rules/overlap.ts'
import { isPublishedIn } from './published.ts'

type Verdict = z.output<typeof overlapVerdict>

export type OverlapRow = Omit<Overlap, 'projectKey' | 'matches' | 'decision'> & {
  accountId: string
  verdict: Verdict | null
  reason: string | null
  decidedBy: string | null
  decidedAt: Date | null
} & Record<OverlapMatch, boolean>

/** The most neighbours that are shown. */
const maxOverlaps = 50

const kmOfDegree = 111.32

/**
 * The projects alike to one in place, name or origin, those with the most in common first: of its own tenant in every state, of
 * other open tenants the published ones. Each way of being alike has an index of its own. With `other` only that one, however
 * many there are.
 */
export async function overlapsOf(
  sql: Sql,
  tenantId: string,
  projectId: string,
  other?: { tenantId: string; projectId: string },
): Promise<OverlapRow[]> {
  return sql<OverlapRow[]>`
    with me as materialized (
      select p.*, center(p.extent) as middle,
        ${nearbyKm / kmOfDegree}::float8 as high,
        ${nearbyKm / kmOfDegree}::float8 / greatest(cos(radians((center(p.extent))[1])), 0.01) as wide
      from project p where p.tenant_id = ${tenantId} and p.id = ${projectId}
    ), found as (
      select p.tenant_id, p.id from me join project p
        on p.extent && box(point((me.extent[0])[0] + me.wide, (me.extent[0])[1] + me.high),
          point((me.extent[1])[0] - me.wide, (me.extent[1])[1] - me.high))
      union
      select p.tenant_id, p.id from me join project p on me.words <> '' and p.words % me.words
        and similarity(p.words, me.words) >= ${alikeNames}
      union
      select p.tenant_id, p.id from me join project p on me.origin_id <> '' and p.origin_id <> ''
        and lower(p.origin_id) = lower(me.origin_id) and lower(p.origin_registry) = lower(me.origin_registry)
    ), alike as (
      select p.*, t.name as registry, ${distance(sql)} as distance,
        similarity(p.words, me.words) >= ${alikeNames} as name_alike,
        coalesce(me.origin_id <> '' and lower(p.origin_id) = lower(me.origin_id)
          and lower(p.origin_registry) = lower(me.origin_registry), false) as origin_alike,
        coalesce(p.extent && me.extent, false) as touches,
        coalesce(daterange(p.start_date, p.end_date, '[]') && daterange(me.start_date, me.end_date, '[]'), false)
          and coalesce(p.start_date, p.end_date) is not null and coalesce(me.start_date, me.end_date) is not null as period_alike,
        p.sector <> '' and lower(p.sector) = lower(me.sector) or p.kind <> '' and lower(p.kind) = lower(me.kind) as sector_alike,
        coalesce(lower(m.name) = lower(mine.name), false) as methodology_alike
      from found f
      join me on (f.tenant_id, f.id) <> (me.tenant_id, me.id)
      join project p on p.tenant_id = f.tenant_id and p.id = f.id
      join tenant t on t.id = p.tenant_id and t.status = 'active'
      left join methodology m on m.tenant_id = p.tenant_id and m.id = p.methodology_id
      left join methodology mine on mine.tenant_id = me.tenant_id and mine.id = me.methodology_id
      where p.tenant_id = ${tenantId} or ${isPublishedIn(sql, sql`p.status`)}
    )
    select a.tenant_id as "tenantId", a.registry, a.id as "projectId", a.account_id as "accountId", a.name as "projectName",
      o.name as proponent, a.kind as type, a.country, a.status, a.start_date::text as "startDate",
      a.end_date::text as "endDate", round(a.distance::numeric, 1)::float8 as "distanceKm",
      a.touches or coalesce(a.distance <= ${nearbyKm}, false) as place, a.name_alike as name, a.origin_alike as origin,
      a.period_alike as period, a.sector_alike as sector, a.methodology_alike as methodology,
      d.verdict, d.reason, d.decided_by as "decidedBy", d.decided_at as "decidedAt"
    from alike a
    join account o on o.tenant_id = a.tenant_id and o.id = a.account_id
    left join overlap_decision d on d.tenant_id = ${tenantId} and d.project_id = ${projectId}
      and d.other_tenant_id = a.tenant_id and d.other_project_id = a.id
    where (a.touches or a.distance <= ${nearbyKm} or a.name_alike or a.origin_alike)
      ${other ? sql`and a.tenant_id = ${other.tenantId} and a.id = ${other.projectId}` : sql``}
    order by a.origin_alike desc,
      (a.touches or coalesce(a.distance <= ${nearbyKm}, false))::int + a.name_alike::int + a.period_alike::int
        + a.sector_alike::int + a.methodology_alike::int desc,
      a.distance nulls last, a.tenant_id, a.id
    limit ${maxOverlaps}`
}

/** Kilometres between the middles of the places of `p` and `me` on a ball of the Earth's size (haversine formula). */
const distance = (sql: Sql) => sql`(2 * 6371 * asin(least(1, sqrt(
  power(sin(radians((center(p.extent))[1] - me.middle[1]) / 2), 2)
  + cos(radians(me.middle[1])) * cos(radians((center(p.extent))[1]))
    * power(sin(radians((center(p.extent))[0] - me.middle[0]) / 2), 2)))))`

export async function saveDecision(
  tx: Sql,
  of: { tenantId: string; projectId: string; otherTenantId: string; otherProjectId: string },
  decision: { verdict: Verdict; reason: string; decidedBy: string },
): Promise<void> {
  await tx`
    insert into overlap_decision (tenant_id, project_id, other_tenant_id, other_project_id, verdict, reason, decided_by)
    values (${of.tenantId}, ${of.projectId}, ${of.otherTenantId}, ${of.otherProjectId}, ${decision.verdict},
      ${decision.reason}, ${decision.decidedBy})
    on conflict (tenant_id, project_id, other_tenant_id, other_project_id)
    do update set verdict = excluded.verdict, reason = excluded.reason, decided_by = excluded.decided_by, decided_at = now()`
}
