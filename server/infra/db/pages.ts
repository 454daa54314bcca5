import { because, invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Sql } from './query.ts'
import { type Fragment, literal } from './sql.ts'

/** The last row's sort value and id. */
export type Place = { value: string; id: string }

/**
 * At most `limit` rows, after a place or from the start; only `needed` are used. `isSimilar`: match similar spellings.
 */
export type Part = { after: Place | null; limit: number | Fragment; needed?: number; isSimilar?: boolean }

/** The total is counted up to `countedTo`. */
export type Found<Row> = { rows: readonly Row[]; total: bigint | number; countedTo?: number }

export type Page<Item> = {
  items: Item[]
  total: number
  /** The list has more than `total` rows. */
  totalIsBound?: true
  /** Found by similar spelling. */
  isSimilar?: true
  nextCursor: string | null
}

/** `sortedBy`: the sort value's type. `forgives`: supports similar spellings. */
type List<Row, Item> = {
  sortedBy?: keyof typeof shapes
  forgives?: boolean
  read: (part: Part) => Promise<Found<Row>>
  placeOf: (row: Row) => Place
  itemOf: (row: Row) => Item
}

type PageQuery = { cursor?: string | undefined; limit?: number | undefined; q?: string | undefined }

/** Reads at least one row more than it shows, to detect a next page. Fails with `invalid` for another list's cursor. */
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

/** Few sizes: each is a prepared statement per connection. */
const sizes = [1, 20, limits.pageDefault, limits.pageMax].map((shown) => shown + 1)

function rowsFor(limit: number): Fragment {
  return literal(sizes.find((size) => size > limit) ?? limit + 1)
}

/** Keeps forged cursors from the database. */
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

/** JavaScript accepts 31 February and year 0; PostgreSQL refuses both. */
function isOnCalendar(time: string): boolean {
  const read = new Date(time)
  return !Number.isNaN(read.valueOf()) && read.toISOString().startsWith(time.slice(0, 10)) && time >= '0001'
}

function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify([place.value, place.id])).toString('base64url')
}

/**
 * The upper day for rows after `after`, newest first; undefined if the place is not after it. With both bounds
 * PostgreSQL would read all rows from the day down to the place.
 */
export function lastDayBehind(after: Place | null, to: string | undefined): string | undefined {
  return after !== null && to !== undefined && after.value.slice(0, to.length) <= to ? undefined : to
}

/** SQL that counts a `select` to one above the reported maximum. */
export const counted = (sql: Sql, rows: Fragment) =>
  sql`(select count(*) from (${rows} limit ${literal(limits.listCounted + 1)}) counted)`

/** `countedTo` of a stored, exact total. */
export const exactTotal = Number.POSITIVE_INFINITY

/** A LIKE pattern; escapes the text's wildcards. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
