import { limits } from '#shared/rules/limits.ts'
import type { Sql } from './query.ts'
import { type Fragment, identifier, literal } from './sql.ts'

export type Facet<Name extends string> = {
  name: Name
  /** SQL for a row's value as text, or an array of values (`isMany`). */
  value: Fragment
  isMany?: boolean
  /** SQL: a row has a chosen value. Null without a choice. */
  isChosen: Fragment | null
  chosen: readonly string[]
  most: number
  /** SQL that filters `c.value`. */
  isMatching?: Fragment | null
}

/** SQL for whether a column has a chosen value; null without a choice. `=` for one value keeps the index order. */
export function isAmong(sql: Sql, column: Fragment, chosen: readonly string[] | undefined): Fragment | null {
  if (chosen === undefined) return null
  const [first = '', ...others] = chosen
  return others.length === 0 ? sql`${column} = ${first}` : sql`${column} = any (${[...chosen]}::text[])`
}

type FacetValue = { value: string; count: number }
export type FacetCounts<Name extends string> = {
  facets: { facet: Name; values: FacetValue[]; more: number }[]
  total: number
  countsAreBounds?: true
}

/**
 * Counts the facets' values over `rows` (a `from` with its `where`) in one statement, each with the other facets'
 * choices applied. `weight`: SQL for the rows that a row represents. Rows with the same non-null `onceFor` count once.
 */
export async function countFacets<Name extends string>(
  sql: Sql,
  rows: Fragment,
  facets: readonly Facet<Name>[],
  requested: readonly Name[],
  { weight, onceFor }: { weight: Fragment; onceFor: Fragment } | { weight?: never; onceFor?: never } = {},
): Promise<FacetCounts<Name>> {
  const chosen = facets.filter((facet) => facet.isChosen !== null)
  // Spares the planner an estimate.
  const hasChoice = chosen.length > 0
  const listed = (parts: readonly Fragment[], between: Fragment) =>
    parts.reduce((all, part) => sql`${all}${between}${part}`)
  const missed = [sql`0`, ...chosen.map(({ name }) => identifier(`not ${name}`))]
  const rowsOf = onceFor ? sql`case when once is null then sum(weight) else 1 end as rows` : sql`sum(weight) as rows`
  const summed = (values: Fragment) =>
    onceFor ? sql`select value, sum(rows) as rows from (${values}) one group by 1` : values
  const parts = facets
    .filter(({ name }) => requested.includes(name))
    .map(
      ({ name, isMany, isChosen, isMatching, most, chosen }) => sql`
        (select ${name}::text as facet, c.value, c.rows::int as count, count(*) over ()::int as "values"
        from (
          ${summed(sql`
            select ${isMany ? sql`v.value` : identifier(name)} as value, ${rowsOf}
            from found ${isMany ? sql`cross join unnest(${identifier(name)}) v(value)` : sql``}
            ${hasChoice ? sql`where missed = ${isChosen ? identifier(`not ${name}`) : sql`0`}` : sql``} group by 1${onceFor ? sql`, once` : sql``}`)}
        ) c
        where c.value <> '' ${isMatching ? sql`and ${isMatching}` : sql``}
        order by c.value = any (${[...chosen]}::text[]) desc, c.rows desc, c.value limit ${literal(most)})`,
    )
  const counted = await sql<{ facet: Name | ''; value: string; count: number; values: number }[]>`
    with base as materialized (
      select ${listed(
        [
          // Collation "C" sorts ten times as fast.
          ...facets.map(({ name, value }) => sql`(${value}) collate "C" as ${identifier(name)}`),
          ...chosen.map(
            ({ name, isChosen }) => sql`(${isChosen ?? sql`true`} is not true)::int as ${identifier(`not ${name}`)}`,
          ),
        ],
        sql`, `,
      )}
      , ${weight ?? sql`1`} as weight ${onceFor ? sql`, ${onceFor} as once` : sql``}
      from ${rows} limit ${literal(limits.facetsCounted + 1)}
    ),
    found as (select *, ${listed(missed, sql` + `)} as missed from base)
    select '' as facet, '' as value, coalesce(sum(rows) filter (where missed = 0), 0)::int as count, coalesce(sum(rows), 0)::int as "values"
    from (${onceFor ? sql`select ${rowsOf}, min(missed) as missed from found group by once, case when once is null then missed end` : sql`select weight as rows, missed from found`}) each_row
    union all ${listed(parts, sql` union all `)}`
  const all = counted.find(({ facet }) => facet === '')
  return {
    facets: facets.filter(({ name }) => requested.includes(name)).map((facet) => countsOf(facet, counted)),
    total: all?.count ?? 0,
    ...((all?.values ?? 0) > limits.facetsCounted && { countsAreBounds: true }),
  }
}

/** Includes chosen values without rows. */
function countsOf<Name extends string>(
  { name, chosen, isMatching }: Facet<Name>,
  counted: readonly { facet: Name | ''; value: string; count: number; values: number }[],
) {
  const own = counted.filter(({ facet }) => facet === name)
  const absent = isMatching ? [] : chosen.filter((value) => !own.some((row) => row.value === value))
  return {
    facet: name,
    values: [...own.map(({ value, count }) => ({ value, count })), ...absent.map((value) => ({ value, count: 0 }))],
    more: Math.max(0, (own[0]?.values ?? 0) - own.length),
  }
}
