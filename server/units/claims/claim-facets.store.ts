import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import { countFacets, type Facet, type FacetCounts, isAmong } from '#server/infra/db/facets.ts'
import { isMethodologyCalled, standardOf } from '#server/units/facet-values.store.ts'
import { type ClaimFacet, claimFacets } from '#shared/contract/claims.ts'
import { limits } from '#shared/rules/limits.ts'

export type ClaimChoice = Partial<Readonly<Record<ClaimFacet, readonly string[] | undefined>>>

const yearOf = (sql: Sql) => sql`extract(year from c.claimed_at at time zone 'UTC')::text`

/** The facet values of claim `c`, made in `year`, and its project `p`. */
const values = (sql: Sql, tenantId: string, year: Fragment): Record<ClaimFacet, Fragment> => ({
  country: sql`p.country`,
  type: sql`p.kind`,
  methodologyId: sql`p.methodology_id`,
  standard: sql`case when p.id is not null then ${standardOf(sql, tenantId)} end`,
  vintage: sql`c.vintages::text[]`,
  year,
  beneficiaryKind: sql`c.beneficiary_kind`,
})
/** Facets of the claim itself but vintages, and the columns of claim `c` that have them. */
const ofClaims: readonly ClaimFacet[] = ['year', 'beneficiaryKind']
export const columnsOfClaims = (sql: Sql) => sql`c.beneficiary_kind`

/** Null for a facet without a choice. */
function chosenOf(
  sql: Sql,
  columns: Record<ClaimFacet, Fragment>,
  choice: ClaimChoice,
): ReadonlyMap<ClaimFacet, Fragment | null> {
  return new Map(
    claimFacets.map((name) => {
      if (name === 'vintage') return [name, choice.vintage ? isOfVintages(sql, sql`c.vintages`, choice.vintage) : null]
      return [name, isAmong(sql, columns[name], choice[name])]
    }),
  )
}

/** A time range, for the index. PostgreSQL has no year 0. */
function isOfYears(sql: Sql, years: readonly string[]): Fragment {
  const numbers = years.map(Number)
  const newYear = (year: number) => sql`make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'UTC')`
  const between = sql`c.claimed_at >= ${newYear(Math.max(Math.min(...numbers), 1))} and c.claimed_at < ${newYear(Math.max(...numbers) + 1)}`
  return years.length === 1 ? between : sql`${between} and ${yearOf(sql)} = any (${[...years]}::text[])`
}

const isOfVintages = (sql: Sql, column: Fragment, years: readonly string[]) =>
  sql`${column} && ${years.map(Number)}::smallint[]`

export const isAnyChosen = (choice: ClaimChoice) => claimFacets.some((name) => choice[name] !== undefined)

/** Conditions on claim `c`, a column of vintages and project `p`; null without a choice. */
export type ChosenClaims = {
  own: Fragment | null
  vintagesIn: ((column: Fragment) => Fragment) | null
  project: Fragment | null
}

export function chosenClaims(sql: Sql, tenantId: string, choice: ClaimChoice): ChosenClaims {
  const chosen = new Map(chosenOf(sql, values(sql, tenantId, yearOf(sql)), choice))
  if (choice.year) chosen.set('year', isOfYears(sql, choice.year))
  const all = (names: readonly ClaimFacet[]) =>
    names
      .map((name) => chosen.get(name) ?? null)
      .reduce((both, one) => (both && one ? sql`${both} and ${one}` : (both ?? one)), null)
  const { vintage } = choice
  return {
    own: all(ofClaims),
    vintagesIn: vintage ? (column) => isOfVintages(sql, column, vintage) : null,
    project: all(claimFacets.filter((name) => name !== 'vintage' && !ofClaims.includes(name))),
  }
}

/** Counts only this facet; `find` filters methodologies by name. */
export type ValueSearch = { facet: ClaimFacet; find: string }

/**
 * Counts facets over the newest matching claims. A claim of several projects counts once per value; with `projectId`
 * only that project counts.
 */
export function claimFacetsBy(
  sql: Sql,
  tenantId: string,
  {
    matching,
    choice,
    valueSearch,
    projectId,
  }: { matching: Fragment; choice: ClaimChoice; valueSearch: ValueSearch | null; projectId?: string | undefined },
): Promise<FacetCounts<ClaimFacet>> {
  const columns = values(sql, tenantId, sql`c.year`)
  const chosen = chosenOf(sql, columns, choice)
  const facets = claimFacets.map(
    (name): Facet<ClaimFacet> => ({
      name,
      value: columns[name],
      isMany: name === 'vintage',
      isChosen: chosen.get(name) ?? null,
      chosen: choice[name] ?? [],
      most: name === 'methodologyId' ? limits.facetNames : limits.facetValues,
      isMatching:
        valueSearch?.facet === 'methodologyId' && name === 'methodologyId'
          ? isMethodologyCalled(sql, tenantId, valueSearch.find)
          : null,
    }),
  )
  return countFacets(
    sql,
    // Equal claims are grouped first: some hundred rows of thousands remain.
    sql`(
        select c.project_id, c.vintages, c.year, c.claim, ${columnsOfClaims(sql)}, count(*) as claims
        from (
          select coalesce(s.project_id, c.project_id) as project_id, coalesce(s.vintages, c.vintages) as vintages, ${yearOf(sql)} as year,
            case when c.project_id is null then c.id end as claim, ${columnsOfClaims(sql)}
          from (select * from (${matching}) c order by c.claimed_at desc, c.id desc limit ${literal(limits.facetsCounted + 1)}) c
          left join claim_project s on c.project_id is null and s.tenant_id = ${tenantId} and s.claim_id = c.id
            ${projectId ? sql`and s.project_id = ${projectId}` : sql``}
        ) c
        group by c.project_id, c.vintages, c.year, c.claim, ${columnsOfClaims(sql)}
      ) c
      -- Few projects are left: behind offset 0 each is looked up, where PostgreSQL would read all of the registry.
      left join lateral (
        select p.id, p.country, p.kind, p.methodology_id, p.standard
        from project p where p.tenant_id = ${tenantId} and p.id = c.project_id offset 0
      ) p on true`,
    facets,
    valueSearch ? [valueSearch.facet] : claimFacets,
    { weight: sql`c.claims`, onceFor: sql`c.claim` },
  )
}
