import { limits } from '#shared/rules/limits.ts'
import { exactTotal, type Found, type Part, type Place, type Placed, type PlaceType, placeOfType } from './pages.ts'
import type { Sql } from './query.ts'
import { type Fragment, identifier, literal } from './sql.ts'
import { isoTime } from './times.ts'

/**
 * Rows of a list: tables, conditions, columns, and the values by which the list is sorted: the first of the order's
 * type, then texts that are unique with it. `behind` are narrower conditions for the rows after a place.
 */
export type Source = {
  from: Fragment
  within: Fragment
  behind?: Fragment
  columns: Fragment
  key: readonly [Fragment, ...Fragment[]]
}

export type Order = { type?: PlaceType; isDescending?: boolean }

export type List = {
  /** Several are read apart, each along an index of its own. They have the same columns, and no row is in two. */
  sources: readonly [Source, ...Source[]]
  order: Order
  /** Read for the shown rows only; `alias` names the page, to which `joins` add tables. */
  detail?: { alias: Fragment; columns: Fragment; joins: Fragment }
  /** A stored total, exact. */
  total?: Fragment
}

/** The order of most lists. */
export const newestFirst: Order = { type: 'time', isDescending: true }

/** SQL of `with`: `page` has the rows, `found` their `total` and an optional `countedTo`. */
export type Tables = Fragment

const joined = (sql: Sql, parts: readonly Fragment[], between: Fragment): Fragment =>
  parts.reduce((all, part) => sql`${all}${between}${part}`)

export const unionOf = <One>(sql: Sql, each: readonly One[], select: (one: One) => Fragment) =>
  joined(
    sql,
    each.map((one) => sql`(${select(one)})`),
    sql` union all `,
  )

/** The names under which a page has the values of its key. */
const keyNames = ([{ key }]: List['sources']) => key.map((_, index) => identifier(`key ${index}`))

const keyColumns = (sql: Sql, { key }: Source) =>
  joined(
    sql,
    key.map((value, index) => sql`${value} as ${identifier(`key ${index}`)}`),
    sql`, `,
  )

function ordered(sql: Sql, { isDescending }: Order, key: readonly Fragment[]): Fragment {
  const each = key.map((value) => (isDescending ? sql`${value} desc` : value))
  return sql`order by ${joined(sql, each, sql`, `)}`
}

/** A comparison of rows lets PostgreSQL begin at the place in an index. */
export function isBehind(
  sql: Sql,
  { type = 'text', isDescending }: Order,
  key: readonly Fragment[],
  after: Place | null,
): Fragment {
  if (!after) return sql``
  const { value, id } = placeOfType(after, type)
  const casts = { text: sql`::text`, time: sql`::text::timestamptz`, number: sql`::bigint` }
  const ids = key.length > 2 ? id.split('/') : [id]
  const place = key.map((_, at) => (at === 0 ? sql`${value}${casts[type]}` : sql`${ids[at - 1] ?? ''}::text`))
  const sign = isDescending ? sql`<` : sql`>`
  return sql`and (${joined(sql, key, sql`, `)}) ${sign} (${joined(sql, place, sql`, `)})`
}

/** The first rows of a source, read along its index. */
function pageOfSource(sql: Sql, order: Order, source: Source, part: Part): Fragment {
  const { from, within, behind = within, columns, key } = source
  return sql`
    select ${columns}, ${keyColumns(sql, source)} from ${from}
    where ${behind} ${isBehind(sql, order, key, part.after)} ${ordered(sql, order, key)} limit ${part.limit}`
}

/** The first rows of selects with a key. */
function firstOf(sql: Sql, { sources, order }: List, selects: readonly Fragment[], { limit }: Part): Fragment {
  const [only] = selects
  if (only && selects.length === 1) return only
  return sql`
    select * from (${unionOf(sql, selects, (select) => select)}) merged
    ${ordered(sql, order, keyNames(sources))} limit ${limit}`
}

/** The first rows of a list, read along the index of each source. */
export function pageOfSources(sql: Sql, list: List, part: Part): Fragment {
  const pages = list.sources.map((source) => pageOfSource(sql, list.order, source, part))
  return firstOf(sql, list, pages, part)
}

/** SQL that counts a `select` to one above the reported maximum. */
export const counted = (sql: Sql, rows: Fragment) =>
  sql`(select count(*) from (${rows} limit ${literal(limits.listCounted + 1)}) counted)`

/** Reads a page along the order's index. What fits on the first page is not counted again. */
function alongIndex(sql: Sql, list: List, part: Part): Tables {
  const { sources } = list
  const all = counted(
    sql,
    unionOf(sql, sources, ({ from, within }) => sql`select from ${from} where ${within}`),
  )
  const total = part.after ? all : sql`case when shown < ${part.limit} then shown else ${all} end`
  return sql`
    page as materialized (${pageOfSources(sql, list, part)}),
    found as (select ${list.total ?? total} as total from (select count(*) as shown from page) page)`
}

/** Gathers and sorts all matches, which are known to be few. */
export function sorted(sql: Sql, list: List, part: Part): Tables {
  return sql`
    gathered as materialized (${allOf(sql, list)}),
    page as materialized (${fewOf(sql, list, part)}),
    found as (select count(*) as total from gathered)`
}

const allOf = (sql: Sql, { sources }: List) =>
  unionOf(
    sql,
    sources,
    (source) => sql`select ${source.columns}, ${keyColumns(sql, source)} from ${source.from} where ${source.within}`,
  )

function fewOf(sql: Sql, { sources, order }: List, part: Part, also: Fragment = sql`true`): Fragment {
  const names = keyNames(sources)
  return sql`
    select * from gathered where ${also} ${isBehind(sql, order, names, part.after)}
    ${ordered(sql, order, names)} limit ${part.limit}`
}

/**
 * Gathers and sorts few matches, and reads many along the order's index. PostgreSQL does not know which values are
 * rare, and would walk the whole index for these.
 */
export function gathered(sql: Sql, list: List, part: Part): Tables {
  const { sources, order } = list
  const isMany = sql`(select count(*) > ${literal(limits.listCounted)} from gathered)`
  const few = fewOf(sql, list, part, sql`not ${isMany}`)
  const many = sources.map((source) => {
    const { behind = source.within } = source
    return pageOfSource(sql, order, { ...source, behind: sql`${isMany} and ${behind}` }, part)
  })
  return sql`
    gathered as materialized (${allOf(sql, list)} limit ${literal(limits.listCounted + 1)}),
    page as materialized (${firstOf(sql, list, [few, ...many], part)}),
    found as (select count(*) as total from gathered)`
}

/**
 * A page and the total in one round trip. Searched lists are gathered: walking an index, PostgreSQL may search again for
 * each row of equal sort values.
 */
export async function readList<Row>(
  sql: Sql,
  list: List,
  part: Part,
  tables: Tables = (part.search && !list.total ? gathered : alongIndex)(sql, list, part),
): Promise<Found<Row & Placed>> {
  const { sources, order, detail } = list
  const names = keyNames(sources)
  const [value, ...ids] = names as [Fragment, ...Fragment[]]
  const text = order.type === 'time' ? isoTime(sql, value) : sql`${value}::text`
  const id: Fragment = ids.length > 0 ? sql`concat_ws('/', ${joined(sql, ids, sql`, `)})` : sql`''`
  const sorted = ordered(sql, order, names)
  const shown = part.needed === undefined ? sql`` : sql`limit ${part.needed}`
  const page = detail
    ? sql`
        select ${detail.columns}, ${joined(sql, names, sql`, `)}
        from (select * from page ${sorted} ${shown}) ${detail.alias} ${detail.joins}`
    : sql`select * from page`
  const rows = await sql<(Row & Placed & { total: bigint; countedTo?: bigint })[]>`
    with ${tables}
    select found.*, page.*, ${text} as "sortValue", ${id} as "sortId"
    from found left join lateral (${page}) page on true
    ${sorted} ${shown}`
  const own = new Set(['total', 'countedTo', ...sources[0].key.map((_, index) => `key ${index}`)])
  const { total = 0n, countedTo = list.total ? exactTotal : undefined } = rows[0] ?? {}
  return {
    rows: rows.filter((row) => row.sortValue !== null).map((row) => without(row, own)),
    total,
    ...(countedTo !== undefined && { countedTo: Number(countedTo) }),
  }
}

/** What the statement adds for itself stays here. */
function without<Row extends object>(row: Row, own: ReadonlySet<string>): Row {
  const rest: Partial<Row> = {}
  for (const name in row) if (!own.has(name)) rest[name] = row[name]
  return rest as Row
}
