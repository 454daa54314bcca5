import type pg from 'pg'
import type { Database } from '#server/infra/db/database.ts'
import { namedFacets, namesOf, projectFacetsBy } from '#server/mrv/projects/project-facets.store.ts'
import { matching as projectsMatching } from '#server/mrv/projects/projects.store.ts'
import { claimFacetsBy } from '#server/units/claims/claim-facets.store.ts'
import { waysToFind } from '#server/units/claims/claims.store.ts'
import { methodologyNames } from '#server/units/facet-values.store.ts'
import type { Measure } from './bench.ts'
import { byHand, inGrown, measuredAll, type Question } from './grown.ts'

const today = '2026-01-01'
const choice = 'IN'
const [mostRows, mostValues, mostNames] = [25_001, 250, 20]

/**
 * All facets of projects and claims, with and without a country filter, against one handwritten statement that groups
 * the same rows.
 */
export const facets: Measure = {
  name: 'facets',
  run: (bench) =>
    inGrown(bench, ({ ours, bare, tenantId }) => measuredAll(bench, { atLeast: 0.5 }, questions(ours, bare, tenantId))),
}

function questions(sql: Database, bare: pg.Client, tenantId: string): Question[] {
  return [
    {
      name: 'facets of projects',
      ask: () => projectFacets(sql, tenantId, {}),
      limit: byHand(bare, 'projects', projectsGrouped, [tenantId, today, null]),
    },
    {
      name: 'facets of projects, of a country',
      ask: () => projectFacets(sql, tenantId, { country: [choice] }),
      limit: byHand(bare, 'projects', projectsGrouped, [tenantId, today, choice]),
    },
    {
      name: 'facets of claims',
      ask: () => claimFacets(sql, tenantId, {}),
      limit: byHand(bare, 'claims', claimsGrouped, [tenantId, null]),
    },
    {
      name: 'facets of claims, of a country',
      ask: () => claimFacets(sql, tenantId, { country: [choice] }),
      limit: byHand(bare, 'claims', claimsGrouped, [tenantId, choice]),
    },
  ]
}

async function projectFacets(sql: Database, tenantId: string, choice: { country?: string[] }) {
  const matching = projectsMatching(sql, tenantId, { isPublished: true }, null)
  const found = await projectFacetsBy(sql, { tenantId, today }, { matching, choice, valueSearch: null })
  const idsOf = (name: string) =>
    found.facets.filter(({ facet }) => facet === name).flatMap(({ values }) => values.map(({ value }) => value))
  for (const named of namedFacets) await namesOf(sql, tenantId, named, idsOf(named))
  return found
}

async function claimFacets(sql: Database, tenantId: string, choice: { country?: string[] }) {
  const [matching] = waysToFind(sql, tenantId, choice, null)
  if (!matching) throw new Error('Claims are not found by nothing.')
  const found = await claimFacetsBy(sql, tenantId, { matching, choice, valueSearch: null })
  const ids = found.facets.filter(({ facet }) => facet === 'methodologyId').flatMap(({ values }) => values)
  await methodologyNames(
    sql,
    tenantId,
    ids.map(({ value }) => value),
  )
  return found
}

const counted = (facet: string, counts: string, most = mostValues, name = 'null') => `
  (select '${facet}' as facet, value, rows, count(*) over () as "values", ${name} as name
    from (${counts}) c where value <> '' and rows > 0 order by rows desc, value collate "C" limit ${most})`

const accountName = '(select name from account where tenant_id = $1 and id = value)'
const methodologyName = '(select name || version from methodology where tenant_id = $1 and id = value)'

/** Groups by facets of few values first, to scan rows once. */
const projectsGrouped = `
  with found as materialized (
    select p.status, p.kind, p.sector, p.country, p.methodology_id, p.account_id, v.years, p.sdgs,
      coalesce(nullif(p.standard, ''), t.name) as standard,
      case
        when p.status in ('draft', 'pending', 'rejected') then 'registration'
        when p.id in (select project_id from verification where tenant_id = $1 and status in ('requested', 'in progress', 'findings open'))
          then 'verification'
        when p.id in (select project_id from verification where tenant_id = $1 and status = 'verified' and not is_issued) then 'issuance'
        when p.id in (select project_id from measurement
          where tenant_id = $1 and status in ('scheduled', 'in progress', 'submitted', 'changes requested')) then 'measurement'
        when p.end_date < $2::date then 'completed'
        when p.minted > 0 then 'issuance'
        else 'measurement'
      end as stage,
      $3::text is null or p.country = $3 as fits
    from project p join tenant t on t.id = p.tenant_id
    left join (
      select project_id, array_agg(distinct extract(year from upper(vintage) - 1)::text) as years
      from asset where tenant_id = $1 group by project_id
    ) v on v.project_id = p.id
    where p.tenant_id = $1 and p.status in ('approved', 'active', 'suspended', 'withdrawn')
    limit ${mostRows}
  ),
  kinds as materialized (
    select status, stage, kind, sector, country, standard, count(*) as rows, count(*) filter (where fits) as fitting
    from found group by 1, 2, 3, 4, 5, 6
  )
  ${[
    counted('status', 'select status as value, sum(fitting) as rows from kinds group by 1'),
    counted('stage', 'select stage as value, sum(fitting) as rows from kinds group by 1'),
    counted('type', 'select kind as value, sum(fitting) as rows from kinds group by 1'),
    counted('sector', 'select sector as value, sum(fitting) as rows from kinds group by 1'),
    counted('country', 'select country as value, sum(rows) as rows from kinds group by 1'),
    counted('standard', 'select standard as value, sum(fitting) as rows from kinds group by 1'),
    counted(
      'methodologyId',
      'select methodology_id as value, count(*) as rows from found where fits group by 1',
      mostNames,
      methodologyName,
    ),
    counted(
      'accountId',
      'select account_id as value, count(*) as rows from found where fits group by 1',
      mostNames,
      accountName,
    ),
    counted(
      'vintage',
      'select value, count(*) as rows from (select unnest(years) as value from found where fits and years is not null) y group by 1',
    ),
    counted(
      'sdg',
      "select value::text, count(*) as rows from (select unnest(sdgs) as value from found where fits and sdgs <> '{}') s group by 1",
    ),
  ].join(' union all ')}`

/** Groups equal claims first. */
const claimsGrouped = `
  with kinds as materialized (
    select project_id, beneficiary_kind, vintages, extract(year from claimed_at at time zone 'UTC')::text as year, count(*) as claims
    from (
      select claimed_at, beneficiary_kind, project_id, vintages from claim where tenant_id = $1
      order by claimed_at desc, id desc limit ${mostRows}
    ) newest
    group by 1, 2, 3, 4
  ),
  found as materialized (
    select k.claims, k.beneficiary_kind, k.vintages, k.year, p.country, p.kind, p.methodology_id,
      coalesce(nullif(p.standard, ''), t.name) as standard,
      $2::text is null or p.country = $2 as fits
    from kinds k join tenant t on t.id = $1
    left join lateral (select * from project where tenant_id = $1 and id = k.project_id offset 0) p on true
  )
  ${[
    counted('country', 'select country as value, sum(claims) as rows from found group by 1'),
    counted('type', 'select kind as value, sum(claims) as rows from found where fits group by 1'),
    counted('standard', 'select standard as value, sum(claims) as rows from found where fits group by 1'),
    counted(
      'methodologyId',
      'select methodology_id as value, sum(claims) as rows from found where fits group by 1',
      mostNames,
      methodologyName,
    ),
    counted('year', 'select year as value, sum(claims) as rows from found where fits group by 1'),
    counted(
      'beneficiaryKind',
      'select beneficiary_kind as value, sum(claims) as rows from found where fits group by 1',
    ),
    counted(
      'vintage',
      'select value::text, sum(claims) as rows from found, unnest(vintages) value where fits group by 1',
    ),
  ].join(' union all ')}`
