import { because, invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Correct, type Forgiven, forgiving, type Search } from './forgiving.ts'
import { type Fragment, literal } from './sql.ts'

/** The last row's sort value and id. */
export type Place = { value: string; id: string }

/** What a cursor holds of a row. */
export type Placed = { sortValue: string; sortId: string }

/** At most `limit` rows, after a place or from the start; only `needed` are used. */
export type Part = { after: Place | null; limit: number | Fragment; needed?: number; search?: Search | null }

/** The total is counted up to `countedTo`. */
export type Found<Row> = { rows: readonly Row[]; total: bigint | number; countedTo?: number }

export type Page<Item> = Forgiven & {
  items: Item[]
  total: number
  /** The list has more than `total` rows. */
  totalIsBound?: true
  nextCursor: string | null
}

type PageQuery = { cursor?: string | undefined; limit?: number | undefined; q?: string | undefined }

/** `correct` returns a text with its misspelt words corrected, or null. */
type Reading<Row, Item> = {
  read: (part: Part) => Promise<Found<Row & Placed>>
  itemOf: (row: Row) => Item
  correct?: Correct
}

/** Reads at least one row more than it shows, to detect a next page. Fails with `invalid` for another list's cursor. */
export async function pageOf<Row, Item>(
  { cursor, limit = limits.pageDefault, q }: PageQuery,
  { read, itemOf, correct }: Reading<Row, Item>,
): Promise<Page<Item>> {
  const part = { after: placeIn(cursor), limit: rowsFor(limit), needed: limit + 1 }
  const { found, forgiven } = await forgiving(q, correct, {
    read: (search) => read({ ...part, search }),
    isEmpty: ({ total }) => Number(total) === 0,
  })
  const { rows, total, countedTo = limits.listCounted } = found
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isBound = total > countedTo
  return {
    items: shown.map(({ sortValue: _, sortId: __, ...row }) => itemOf(row as Row)),
    total: isBound ? countedTo : Number(total),
    ...(isBound && { totalIsBound: true }),
    ...forgiven,
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
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
export type PlaceType = keyof typeof shapes

const noCursor = () => invalidAt('cursor', 'not a cursor of this list', because('request.cursor'))

function placeIn(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(read) && read.length === 2 && typeof read[0] === 'string' && typeof read[1] === 'string') {
      return placeOfType({ value: read[0], id: read[1] }, 'text')
    }
  } catch {
    // Falls through to the refusal.
  }
  throw noCursor()
}

/** Fails with `invalid` for a place in a list that is sorted otherwise. */
export function placeOfType(place: Place, type: PlaceType): Place {
  const isReal = type !== 'time' || isOnCalendar(place.value)
  if (!isReal || !shapes[type].test(place.value) || !shapes.text.test(place.id)) throw noCursor()
  return place
}

/** JavaScript accepts 31 February and year 0; PostgreSQL refuses both. */
function isOnCalendar(time: string): boolean {
  const read = new Date(time)
  return !Number.isNaN(read.valueOf()) && read.toISOString().startsWith(time.slice(0, 10)) && time >= '0001'
}

function cursorOf({ sortValue, sortId }: Placed): string {
  return Buffer.from(JSON.stringify([sortValue, sortId])).toString('base64url')
}

/**
 * The upper day for rows after `after`, newest first; undefined if the place is not after it. With both bounds
 * PostgreSQL would read all rows from the day down to the place.
 */
export function lastDayBehind(after: Place | null, to: string | undefined): string | undefined {
  return after !== null && to !== undefined && after.value.slice(0, to.length) <= to ? undefined : to
}

/** `countedTo` of a stored, exact total. */
export const exactTotal = Number.POSITIVE_INFINITY

/** A LIKE pattern; escapes the text's wildcards. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
