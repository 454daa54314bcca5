import { because, invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Sql } from './query.ts'
import { type Fragment, literal } from './sql.ts'

/** A place in a list: the sort value and the id of the last row seen. */
export type Place = { value: string; id: string }

/**
 * The part of a list that a store reads: at most `limit` rows, those behind a place or, where it is null, the first ones; of these no
 * more than the first `needed` are looked at. `isSimilar`: of what is spelt nearly like the search.
 */
export type Part = { after: Place | null; limit: number | Fragment; needed?: number; isSimilar?: boolean }

/** What a store found: the rows of the part, and how many rows the whole list has, of which it counts so many at most. */
export type Found<Row> = { rows: readonly Row[]; total: bigint | number; countedTo?: number }

export type Page<Item> = {
  items: Item[]
  total: number
  /** The list has more than `total`: nobody counts further. */
  totalIsBound?: true
  /** Nothing is spelt like the search, and this is spelt nearly so. */
  isSimilar?: true
  nextCursor: string | null
}

/**
 * How a list is read: `sortedBy` says what its sort values are, texts unless it is given; `forgives` that its store knows
 * similar spellings.
 */
type List<Row, Item> = {
  sortedBy?: keyof typeof shapes
  forgives?: boolean
  read: (part: Part) => Promise<Found<Row>>
  placeOf: (row: Row) => Place
  itemOf: (row: Row) => Item
}

type PageQuery = { cursor?: string | undefined; limit?: number | undefined; q?: string | undefined }

/**
 * Reads the page of a list that a call asks for. It reads at least one row more than the page shows, which only says whether
 * there is a next page. Fails with `invalid` if the cursor is not one of this list.
 */
export async function pageOf<Row, Item>(
  { cursor, limit = limits.pageDefault, q }: PageQuery,
  { sortedBy = 'text', forgives = false, read, placeOf, itemOf }: List<Row, Item>,
): Promise<Page<Item>> {
  const part = { after: placeIn(cursor, sortedBy), limit: rowsFor(limit), needed: limit + 1 }
  const exact = await read(part)
  const similar = forgives && q && Number(exact.total) === 0 ? await read({ ...part, isSimilar: true }) : null
  const { rows, total, countedTo = limits.listCounted } = similar ?? exact
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isBound = total > countedTo
  return {
    items: shown.map(itemOf),
    total: isBound ? countedTo : Number(total),
    ...(isBound && { totalIsBound: true }),
    ...(similar && shown.length > 0 && { isSimilar: true }),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(placeOf(last)) : null,
  }
}

/** So many rows are read, of which there are few sizes, as each is a statement that a connection keeps. */
const sizes = [1, 20, limits.pageDefault, limits.pageMax].map((shown) => shown + 1)

function rowsFor(limit: number): Fragment {
  return literal(sizes.find((size) => size > limit) ?? limit + 1)
}

/** What the sort value of a cursor may look like, so that a made-up one is refused here and not by the database. */
const shapes = {
  text: /^\P{Cc}*$/u,
  time: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/,
  number: /^\d{1,16}$/,
}

function placeIn(cursor: string | undefined, shape: keyof typeof shapes): Place | null {
  if (cursor === undefined) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(read) && read.length === 2 && typeof read[0] === 'string' && typeof read[1] === 'string') {
      const isReal = shape !== 'time' || isOnCalendar(read[0])
      if (isReal && shapes[shape].test(read[0]) && shapes.text.test(read[1])) return { value: read[0], id: read[1] }
    }
  } catch {
    // Falls through to the refusal.
  }
  throw invalidAt('cursor', 'not a cursor of this list', because('request.cursor'))
}

/** JavaScript rolls a 31 February over to March and knows a year 0; PostgreSQL refuses both. */
function isOnCalendar(time: string): boolean {
  const read = new Date(time)
  return !Number.isNaN(read.valueOf()) && read.toISOString().startsWith(time.slice(0, 10)) && time >= '0001'
}

function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify([place.value, place.id])).toString('base64url')
}

/**
 * The last day of a list that goes from the newest on, as what is behind a place has to be told it: nothing where the place is not after
 * that day. PostgreSQL begins at the day where it is told both, and reads all that lies between it and the place.
 */
export function lastDayBehind(after: Place | null, to: string | undefined): string | undefined {
  return after !== null && to !== undefined && after.value.slice(0, to.length) <= to ? undefined : to
}

/** SQL for how many rows there are: `rows` is a `select`. One more than is told is enough to say that there are more. */
export const counted = (sql: Sql, rows: Fragment) =>
  sql`(select count(*) from (${rows} limit ${literal(limits.listCounted + 1)}) counted)`

/** `countedTo` of a total that is kept, so that nobody counts. */
export const kept = Number.POSITIVE_INFINITY

/** A search text as a LIKE pattern that finds it anywhere; its own wildcards are taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
