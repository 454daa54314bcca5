import type pg from 'pg'
import { type Database, snapshot } from '#server/infra/db/database.ts'
import { areasBy, countriesBy, placesBy } from '#server/mrv/projects/project-places.store.ts'
import { matching } from '#server/mrv/projects/projects.store.ts'
import { largestBeneficiaries } from '#server/public/beneficiaries.store.ts'
import { latestIssuances, latestRetirements } from '#server/public/latest.store.ts'
import { lastSequence, sumsOf } from '#server/public/sums.store.ts'
import type { Measure } from './bench.ts'
import { byHand, inGrown, measuredAll, type Question } from './grown.ts'

const [mostSums, mostBeneficiaries, shownLatest] = [2_000, 100, 5]
const world = { west: -180, south: -90, east: 180, north: 90 }
const part = { west: -10, south: -10, east: 10, north: 10 }
const [cellsOfMap, namesOfSpot, typesOfSpot, mostAreas] = [32, 5, 12, 20]

/** Queries of the charts, the front page and the map, against one handwritten statement for the same rows. */
export const charts: Measure = {
  name: 'charts',
  run: (bench) =>
    inGrown(bench, ({ ours, bare, tenantId }) => measuredAll(bench, { atLeast: 0.5 }, questions(ours, bare, tenantId))),
}

function questions(sql: Database, bare: pg.Client, tenantId: string): Question[] {
  const shown = { tenantId, matching: matching(sql, tenantId, { isPublished: true }, null) }
  const places = (box: typeof world) => () =>
    Promise.all([countriesBy(sql, shown, false), placesBy(sql, shown, box), areasBy(sql, shown, box)])
  const cellOf = ({ west, east, south, north }: typeof world) =>
    2 ** Math.ceil(Math.log2(Math.max(east - west, north - south) / cellsOfMap))
  const mapped = (name: string, text: string, box: typeof world) =>
    byHand(bare, name, text, [tenantId, cellOf(box), box.west, box.south, box.east, box.north])
  return [
    {
      name: 'sums of the charts',
      ask: () =>
        sql.begin(
          (tx) =>
            Promise.all([
              sumsOf(tx, tenantId, mostSums),
              largestBeneficiaries(tx, tenantId, mostBeneficiaries),
              lastSequence(tx, tenantId),
            ]),
          snapshot,
        ),
      limit: byHand(bare, 'sums', allSums, [tenantId]),
    },
    {
      name: 'what happened last',
      ask: () =>
        Promise.all([latestIssuances(sql, tenantId, shownLatest), latestRetirements(sql, tenantId, shownLatest)]),
      limit: byHand(bare, 'latest', allLatest, [tenantId]),
    },
    { name: 'map of the world', ask: places(world), limit: mapped('world', onMap('true'), world) },
    { name: 'map of a part', ask: places(part), limit: mapped('part', onMap(withinBox), part) },
  ]
}

const allSums = `
  (select dimension, key, issued, retired, cancelled from unit_sum
    where tenant_id = $1 and (issued, retired, cancelled) <> (0, 0, 0)
    order by dimension, case when dimension in ('type', 'country') then -issued end, key limit ${mostSums})
  union all
  (select 'beneficiary', name, claims, units, null from beneficiary_sum where tenant_id = $1
    order by units desc, name limit ${mostBeneficiaries})
  union all
  (select 'sequence', null, sequence, null, null from ledger_link where tenant_id = $1 order by sequence desc limit 1)`

const allLatest = `
  (select t.id, t.quantity, t.occurred_at, p.name, null as beneficiary
    from transaction t left join project p on p.tenant_id = t.tenant_id and p.id = t.project_id
    where t.tenant_id = $1 and t.type = 'mint' order by t.occurred_at desc, t.id desc limit ${shownLatest})
  union all
  (select c.id, c.quantity, c.claimed_at, p.name, c.beneficiary_name
    from claim c left join project p on p.tenant_id = c.tenant_id and p.id = c.project_id
    where c.tenant_id = $1 order by c.claimed_at desc, c.id desc limit ${shownLatest})`

const isPublished = "p.status in ('approved', 'active', 'suspended', 'withdrawn')"
const withinBox =
  'p.extent && box(point($3, $4), point($5, $6)) and center(p.extent) <@ box(point($3, $4), point($5, $6))'

const onMap = (within: string) => `
  with cells as (
    select avg(x) as x, avg(y) as y, min(x) as west, min(y) as south, max(x) as east, max(y) as north, count(*) as rows,
      (array_agg(id))[1:${namesOfSpot}] as ids, (array_agg(distinct kind))[1:${typesOfSpot}] as types
    from (
      select p.id, p.kind, (center(p.extent))[0] as x, (center(p.extent))[1] as y from project p
      where p.tenant_id = $1 and ${isPublished} and p.extent is not null and ${within}
    ) placed
    group by floor(x / $2::float8), floor(y / $2::float8)
  )
  select 'country' as kind, country as name, count(*) filter (where extent is null) as rows, count(extent) as placed,
    null::float8 as x, null::float8 as y, null::float8 as west, null::float8 as south, null::float8 as east, null::float8 as north,
    null::json as projects, null::text[] as types,
    coalesce((select issued from unit_sum u
      where u.tenant_id = $1 and u.dimension = 'country' and u.key = coalesce(p.country, '')), 0) as issued
  from project p where p.tenant_id = $1 and ${isPublished} group by country
  union all
  select 'cell', null, rows, null, x, y, west, south, east, north,
    case when west = east and south = north then (
      select json_agg(json_build_array(n.id, n.account_id, n.name) order by n.words, n.id)
      from project n where n.tenant_id = $1 and n.id = any (cells.ids)) end, types, null
  from cells
  union all
  (select 'area', p.name, null, null, null, null, null, null, null, null, json_build_array(p.id, p.account_id, p.area),
      array[p.kind], null
    from project p
    where p.tenant_id = $1 and p.extent && box(point($3, $4), point($5, $6)) and p.area is not null
      and greatest(width(p.extent), height(p.extent)) >= ($5 - $3) / 100
      and ${isPublished}
    order by area(p.extent) desc, p.id limit ${mostAreas})`
