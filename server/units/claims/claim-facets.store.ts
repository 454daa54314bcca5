import { type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import { countFacets, type Facet, type FacetCounts, isAmong } from '#server/infra/db/facets.ts'
import { isMethodologyCalled, standardOf } from '#server/units/facet-values.store.ts'
import { type ClaimFacet, claimFacets } from '#shared/contract/claims.ts'
import { limits } from '#shared/rules/limits.ts'

/** What is chosen of each facet. */
export type ClaimChoice = Partial<Readonly<Record<ClaimFacet, readonly string[] | undefined>>>

/** The year in which claim `c` was made. */
const yearOf = (sql: Sql) => sql`extract(year from c.claimed_at at time zone 'UTC')::text`

/** The value of each facet, of claim `c`, which was made in `year`, and of its project `p`. */
const values = (sql: Sql, tenantId: string, year: Fragment): Record<ClaimFacet, Fragment> => ({
  country: sql`p.country`,
  type: sql`p.kind`,
  methodologyId: sql`p.methodology_id`,
  standard: sql`case when p.id is not null then ${standardOf(sql, tenantId)} end`,
  vintage: sql`c.vintages::text[]`,
  year,
  beneficiaryKind: sql`c.beneficiary_kind`,
})
const ofTheClaim: readonly ClaimFacet[] = ['vintage', 'year', 'beneficiaryKind']

/** SQL for whether claim `c`, of project `p`, is what is chosen, facet by facet; null where nothing is chosen. */
function chosenOf(
  sql: Sql,
  columns: Record<ClaimFacet, Fragment>,
  choice: ClaimChoice,
): ReadonlyMap<ClaimFacet, Fragment | null> {
  return new Map(
    claimFacets.map((name) => {
      if (name === 'vintage') return [name, choice.vintage ? isOfVintages(sql, choice.vintage) : null]
      return [name, isAmong(sql, columns[name], choice[name])]
    }),
  )
}

/** Whether claim `c` was made in one of the years, as a stretch of time that an index knows. PostgreSQL has no year 0. */
function isOfYears(sql: Sql, years: readonly string[]): Fragment {
  const numbers = years.map(Number)
  const newYear = (year: number) => sql`make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'UTC')`
  const between = sql`c.claimed_at >= ${newYear(Math.max(Math.min(...numbers), 1))} and c.claimed_at < ${newYear(Math.max(...numbers) + 1)}`
  return years.length === 1 ? between : sql`${between} and ${yearOf(sql)} = any (${[...years]}::text[])`
}

const isOfVintages = (sql: Sql, years: readonly string[]) => sql`c.vintages && ${years.map(Number)}::smallint[]`

export const isAnyChosen = (choice: ClaimChoice) => claimFacets.some((name) => choice[name] !== undefined)

/** SQL for whether claim `c` is in everything that is chosen. */
export function isChosen(sql: Sql, tenantId: string, choice: ClaimChoice): Fragment {
  const chosen = new Map(chosenOf(sql, values(sql, tenantId, yearOf(sql)), choice))
  if (choice.year) chosen.set('year', isOfYears(sql, choice.year))
  const all = (names: readonly ClaimFacet[]) =>
    names
      .map((name) => chosen.get(name) ?? null)
      .reduce((both, one) => (both && one ? sql`${both} and ${one}` : (both ?? one)), null)
  const own = all(ofTheClaim) ?? sql`true`
  const ofProject = all(claimFacets.filter((name) => !ofTheClaim.includes(name)))
  if (!ofProject) return own
  return sql`${own} and c.project_id in (select p.id from project p where p.tenant_id = ${tenantId} and ${ofProject})`
}

/** What of one facet is looked for: only its counts are told, and of methodologies those with such a name. */
export type SoughtValues = { facet: ClaimFacet; find: string }

/** The counts of all facets over the newest claims `c` that `matching` leaves, or of the one that is searched. */
export function claimFacetsBy(
  sql: Sql,
  tenantId: string,
  { matching, choice, sought }: { matching: Fragment; choice: ClaimChoice; sought: SoughtValues | null },
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
      isSought:
        sought?.facet === 'methodologyId' && name === 'methodologyId'
          ? isMethodologyCalled(sql, tenantId, sought.find)
          : null,
    }),
  )
  return countFacets(
    sql,
    // Claims that are alike in all of it are put together first: of thousands only some hundred kinds are left.
    sql`(
        select c.project_id, c.beneficiary_kind, c.vintages, ${yearOf(sql)} as year, count(*) as claims
        from (
          select c.claimed_at, c.beneficiary_kind, c.project_id, c.vintages from claim c where ${matching}
          order by c.claimed_at desc, c.id desc limit ${literal(limits.facetsCounted + 1)}
        ) c
        group by 1, 2, 3, 4
      ) c
      -- Few projects are left: behind offset 0 each is looked up, where PostgreSQL would read all of the registry.
      left join lateral (
        select p.id, p.country, p.kind, p.methodology_id, p.standard
        from project p where p.tenant_id = ${tenantId} and p.id = c.project_id offset 0
      ) p on true`,
    facets,
    sought ? [sought.facet] : claimFacets,
    sql`c.claims`,
  )
}
