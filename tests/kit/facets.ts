import { expect } from 'vitest'
import type { Sql } from '#server/infra/db/database.ts'

/** `isOf` is SQL: whether a row has a value. */
export type FacetByHand<Name extends string> = {
  name: Name
  values: readonly string[]
  isOf: (value: string) => string
}
export type Choice<Name extends string> = Partial<Record<Name, string[]>>

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Facets of a project `p`, in the lists of projects and of claims. */
export const facetsOfProjects = {
  country: (value: string) => `p.country = ${quoted(value)}`,
  type: (value: string) => `p.kind = ${quoted(value)}`,
  methodologyId: (value: string) => `p.methodology_id = ${quoted(value)}`,
  standard: (value: string) =>
    `case p.standard when '' then (select t.name from tenant t where t.id = p.tenant_id) else p.standard end = ${quoted(value)}`,
}

/** Chooses random facets, about two values each. */
export function someChoice<Name extends string>(
  facets: readonly FacetByHand<Name>[],
  random: () => number,
  share: number,
): Choice<Name> {
  const choice: Choice<Name> = {}
  for (const { name, values } of facets) {
    const chosen = random() < share ? values.filter(() => random() < 2 / values.length) : []
    if (chosen.length > 0) choice[name] = chosen
  }
  return choice
}

/** Counts rows with a value and chosen values of the other facets; `rows` is SQL: ids, `from` and `where`. */
export async function countByHand<Name extends string>(
  sql: Sql,
  rows: string,
  facets: readonly FacetByHand<Name>[],
  choice: Choice<Name>,
  of?: { name: Name; value: string },
): Promise<number> {
  const conditions = facets.flatMap(({ name, isOf }) => {
    const values = name === of?.name ? [of.value] : choice[name]
    return values ? [`(${values.map(isOf).join(' or ')})`] : []
  })
  const [row] = await sql.unsafe<{ rows: number }[]>(
    `select count(*)::int as rows from (select distinct ${[rows, ...conditions].join(' and ')}) counted`,
  )
  return row!.rows
}

/** Compares reported counts with SQL; `more` counts values beyond the limit. */
export async function expectCountsByHand<Name extends string>(
  counted: readonly { facet: Name; values: { value: string; count: number }[]; more: number }[],
  sql: Sql,
  rows: string,
  facets: readonly FacetByHand<Name>[],
  choice: Choice<Name>,
): Promise<void> {
  for (const { name, values } of facets) {
    const own = counted.find(({ facet }) => facet === name)!
    const counts = await Promise.all(
      values.map(async (value) => [value, await countByHand(sql, rows, facets, choice, { name, value })] as const),
    )
    const expected = new Map(counts.filter(([value, count]) => count > 0 || choice[name]?.includes(value)))
    expect([name, own.values.length + own.more]).toEqual([name, expected.size])
    for (const { value, count } of own.values) expect([name, value, count]).toEqual([name, value, expected.get(value)])
  }
}
