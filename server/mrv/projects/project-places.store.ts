import type { Fragment, Sql } from '#server/infra/db/database.ts'
import type { ProjectPlaces } from '#shared/contract/projects.ts'
import { countriesIn } from '#shared/rules/country-middles.ts'
import { limits } from '#shared/rules/limits.ts'
import type { MapBox } from '#shared/rules/map-box.ts'
import type { Area } from '#shared/rules/place.ts'

/** Projects `p` on a map. */
type Shown = { tenantId: string; matching: Fragment }

type NamedRow = { id: string; accountId: string; name: string }

type CountryRow = Omit<ProjectPlaces['countries'][number], 'issued'> & { issued: bigint }

/** Counts with and without a place, and issued units. If nothing narrows the projects, stored sums spare reading them. */
export function countriesBy(sql: Sql, { tenantId, matching }: Shown, isNarrowed: boolean): Promise<CountryRow[]> {
  return sql<CountryRow[]>`
    select p.country, count(*) filter (where p.extent is null)::int as unplaced, count(p.extent)::int as placed,
      ${isNarrowed ? sql`sum(p.minted)::bigint` : storedSum(sql, tenantId)} as issued
    from project p where p.tenant_id = ${tenantId} ${matching}
    group by p.country order by count(*) desc, p.country limit 300`
}

const storedSum = (sql: Sql, tenantId: string) => sql`coalesce((
  select u.issued from unit_sum u
  where u.tenant_id = ${tenantId} and u.dimension = 'country' and u.key = coalesce(p.country, '')), 0)`

export type PlaceRow = Omit<ProjectPlaces['places'][number], 'projects'> & { projects: NamedRow[] | null }

/**
 * Clusters project centres in a fixed grid, so that clusters stay while the map moves. Cells are powers of two, in
 * degrees.
 */
export function placesBy(sql: Sql, { tenantId, matching }: Shown, box: MapBox): Promise<PlaceRow[]> {
  const cell = 2 ** Math.ceil(Math.log2(Math.max(box.east - box.west, box.north - box.south) / limits.mapCells))
  return sql<PlaceRow[]>`
    select avg(x) as longitude, avg(y) as latitude, min(x) as west, min(y) as south, max(x) as east, max(y) as north,
      count(*)::int as count, (array_agg(distinct kind))[1:${limits.mapTypes}::int] as types,
      case when min(x) = max(x) and min(y) = max(y) then (
        select json_agg(json_build_object('id', n.id, 'accountId', n.account_id, 'name', n.name) order by n.words, n.id)
        from project n where n.tenant_id = ${tenantId} and n.id = any ((array_agg(found.id))[1:${limits.mapNames}::int])
      ) end as projects
    from (
      select p.id, p.kind, (center(p.extent))[0] as x, (center(p.extent))[1] as y
      from project p
      where p.tenant_id = ${tenantId} and ${isWithin(sql, box)} ${matching}
    ) found
    group by floor(x / ${cell}::float8), floor(y / ${cell}::float8)
    order by count(*) desc, 1, 2 limit ${(limits.mapCells + 1) ** 2}`
}

/** A project without a place is shown at the middle of its country. */
export const isShownIn = (sql: Sql, box: MapBox) =>
  sql`(${isWithin(sql, box)} or (p.extent is null and p.country = any (${countriesIn(box)}::text[])))`

/** For the whole world, an index without box comparisons suffices. */
function isWithin(sql: Sql, box: MapBox): Fragment {
  const isWorld = box.west === -180 && box.south === -90 && box.east === 180 && box.north === 90
  return isWorld
    ? sql`p.extent is not null`
    : sql`p.extent && ${boxOf(sql, box)} and center(p.extent) <@ ${boxOf(sql, box)}`
}

/** Smaller areas, relative to the box, are invisible. */
const leastSeen = 1 / 100

type AreaRow = NamedRow & { type: string; area: Area }

/** The largest areas that intersect the box. */
export function areasBy(sql: Sql, { tenantId, matching }: Shown, box: MapBox): Promise<AreaRow[]> {
  const least = (box.east - box.west) * leastSeen
  return sql<AreaRow[]>`
    select p.id, p.account_id as "accountId", p.name, p.kind as type, p.area
    from project p
    where p.tenant_id = ${tenantId} and p.extent && ${boxOf(sql, box)} and p.area is not null
      and greatest(width(p.extent), height(p.extent)) >= ${least}::float8 ${matching}
    order by area(p.extent) desc, p.id limit ${limits.mapAreas}`
}

const boxOf = (sql: Sql, { west, south, east, north }: MapBox) =>
  sql`box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`
