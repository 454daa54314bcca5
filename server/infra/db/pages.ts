import { invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Fragment, literal } from './sql.ts'

/** A place in a list: the sort value and the id of the last row seen. */
export type Place = { value: string; id: string }

/** The part of a list that a store reads: at most `limit` rows, those behind a place or, where it is null, the first ones. */
export type Part = { after: Place | null; limit: number | Fragment }

/** What a store found: the rows of the part, and how many rows the whole list has. */
export type Found<Row> = { rows: readonly Row[]; total: bigint | number }

export type Page<Item> = { items: Item[]; total: number; nextCursor: string | null }

/** How a list is read: `sortedBy` says what its sort values are, texts unless it is given. */
type List<Row, Item> = {
  sortedBy?: keyof typeof shapes
  read: (part: Part) => Promise<Found<Row>>
  placeOf: (row: Row) => Place
  itemOf: (row: Row) => Item
}

/**
 * Reads the page of a list that a call asks for. It reads at least one row more than the page shows, which only says whether
 * there is a next page. Fails with `invalid` if the cursor is not one of this list.
 */
export async function pageOf<Row, Item>(
  { cursor, limit = limits.pageDefault }: { cursor?: string | undefined; limit?: number | undefined },
  { sortedBy = 'text', read, placeOf, itemOf }: List<Row, Item>,
): Promise<Page<Item>> {
  const { rows, total } = await read({ after: placeIn(cursor, sortedBy), limit: rowsFor(limit) })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(itemOf),
    total: Number(total),
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
  throw invalidAt('cursor', 'not a cursor of this list')
}

/** JavaScript rolls a 31 February over to March and knows a year 0; PostgreSQL refuses both. */
function isOnCalendar(time: string): boolean {
  const read = new Date(time)
  return !Number.isNaN(read.valueOf()) && read.toISOString().startsWith(time.slice(0, 10)) && time >= '0001'
}

function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify([place.value, place.id])).toString('base64url')
}

/** A search text as a LIKE pattern that finds it anywhere; its own wildcards are taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
