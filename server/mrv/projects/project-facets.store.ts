import type { Fragment, Sql } from '#server/infra/db/database.ts'
import { countFacets, type Facet, type FacetCounts, isAmong } from '#server/infra/db/facets.ts'
import { exactly } from '#server/infra/db/forgiving.ts'
import { finds } from '#server/infra/db/search.ts'
import { isMethodologyCalled, methodologyNames, standardOf } from '#server/units/facet-values.store.ts'
import { vintageOf } from '#server/units/ledger/ranges.ts'
import { type ProjectFacet, projectFacets } from '#shared/contract/projects.ts'
import { openStatesOf } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import { verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import { limits } from '#shared/rules/limits.ts'

export type ProjectChoice = Partial<Readonly<Record<ProjectFacet, readonly string[] | undefined>>>

/** `today`: YYYY-MM-DD. */
type Here = { tenantId: string; today: string }

/** SQL per facet: `p` matches the choice; null without one. */
function chosenOf(sql: Sql, here: Here, choice: ProjectChoice): Record<ProjectFacet, Fragment | null> {
  const { tenantId } = here
  const among = (name: ProjectFacet, column: Fragment) => isAmong(sql, column, choice[name])
  const vintages = among('vintage', vintageOf(sql))
  return {
    status: among('status', sql`p.status`),
    stage: among('stage', stage(sql, here)),
    type: among('type', sql`p.kind`),
    sector: among('sector', sql`p.sector`),
    country: among('country', sql`p.country`),
    methodologyId: among('methodologyId', sql`p.methodology_id`),
    vintage:
      vintages && sql`p.id in (select s.project_id from asset s where s.tenant_id = ${tenantId} and ${vintages})`,
    standard: among('standard', standardOf(sql, tenantId)),
    accountId: among('accountId', sql`p.account_id`),
    sdg: choice.sdg ? sql`p.sdgs && ${choice.sdg.map(Number)}::smallint[]` : null,
  }
}

/** SQL: `p` matches all choices. */
export function isChosen(sql: Sql, here: Here, choice: ProjectChoice): Fragment {
  return Object.values(chosenOf(sql, here, choice)).reduce<Fragment>(
    (all, one) => (one ? sql`${all} and ${one}` : all),
    sql`true`,
  )
}

/**
 * SQL: the stage of `p`: the furthest open step. Without one: completed, issuance (after a mint) or measurement.
 * `isUnissued`: verified units wait for minting.
 */
export const stageOf = (
  sql: Sql,
  today: string,
  open: Record<'isVerified' | 'isUnissued' | 'isMeasured', Fragment>,
) => sql`
  case
    when p.status in ('draft', 'pending', 'rejected') then 'registration'
    when ${open.isVerified} then 'verification'
    when ${open.isUnissued} then 'issuance'
    when ${open.isMeasured} then 'measurement'
    when p.end_date < ${today}::date then 'completed'
    when p.minted > 0 then 'issuance'
    else 'measurement'
  end`

/** For all projects of a registry at once. */
const stage = (sql: Sql, { tenantId, today }: Here) =>
  stageOf(sql, today, {
    isVerified: sql`p.id in (
      select v.project_id from verification v
      where v.tenant_id = ${tenantId} and v.status = any (${openStatesOf(verificationMachine)}))`,
    isUnissued: sql`p.id in (
      select v.project_id from verification v
      where v.tenant_id = ${tenantId} and v.status = 'verified' and not v.is_issued)`,
    isMeasured: sql`p.id in (
      select m.project_id from measurement m
      where m.tenant_id = ${tenantId} and m.status = any (${openStatesOf(measurementMachine)}))`,
  })

/** Restricts counts to one facet; `find` filters accounts and methodologies by name. */
export type ValueSearch = { facet: ProjectFacet; find: string }

/** Counts all facets, or the sought one, of matching projects `p`. */
export function projectFacetsBy(
  sql: Sql,
  here: Here,
  { matching, choice, valueSearch }: { matching: Fragment; choice: ProjectChoice; valueSearch: ValueSearch | null },
): Promise<FacetCounts<ProjectFacet>> {
  const { tenantId } = here
  const chosen = chosenOf(sql, here, choice)
  const values: Record<ProjectFacet, Fragment> = {
    status: sql`p.status`,
    stage: stage(sql, here),
    type: sql`p.kind`,
    sector: sql`p.sector`,
    country: sql`p.country`,
    methodologyId: sql`p.methodology_id`,
    vintage: sql`vintages.years`,
    standard: standardOf(sql, tenantId),
    accountId: sql`p.account_id`,
    sdg: sql`p.sdgs::text[]`,
  }
  const facets = projectFacets.map(
    (name): Facet<ProjectFacet> => ({
      name,
      value: values[name],
      isMany: name === 'vintage' || name === 'sdg',
      isChosen: chosen[name],
      chosen: choice[name] ?? [],
      most: isNamed(name) ? limits.facetNames : limits.facetValues,
      isMatching: valueSearch?.facet === name && isNamed(name) ? isCalled(sql, tenantId, name, valueSearch.find) : null,
    }),
  )
  return countFacets(
    sql,
    sql`project p
      left join (
        select s.project_id, array_agg(distinct ${vintageOf(sql)}) as years
        from asset s where s.tenant_id = ${tenantId} group by s.project_id
      ) vintages on vintages.project_id = p.id
      where p.tenant_id = ${tenantId} ${matching}`,
    facets,
    valueSearch ? [valueSearch.facet] : projectFacets,
  )
}

/** Facets with ids as values, searched by name. */
export const namedFacets = ['accountId', 'methodologyId'] as const satisfies readonly ProjectFacet[]
export type NamedFacet = (typeof namedFacets)[number]

function isNamed(facet: ProjectFacet): facet is NamedFacet {
  return namedFacets.some((named) => named === facet)
}

const isCalled = (sql: Sql, tenantId: string, facet: NamedFacet, find: string) =>
  facet === 'accountId'
    ? sql`c.value in (select a.id from account a where a.tenant_id = ${tenantId} and ${finds(sql, sql`a.words`, exactly(find))})`
    : isMethodologyCalled(sql, tenantId, find)

/** Names by id. */
export async function namesOf(
  sql: Sql,
  tenantId: string,
  facet: NamedFacet,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (facet === 'methodologyId') return methodologyNames(sql, tenantId, ids)
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from account where tenant_id = ${tenantId} and id = any (${[...ids]}::text[]) limit ${ids.length}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
