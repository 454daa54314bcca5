import { invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'

/** A place in a list: the sort value and the id of the last row seen, opaque to the caller. */
export type Place = { value: string; id: string }

export type Page<Item> = { items: Item[]; total: number; nextCursor: string | null }

/** What the sort value of a cursor may look like, so that a made-up one is refused here and not by the database. */
const shapes = {
  text: /^\P{Cc}*$/u,
  time: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/,
  number: /^\d{1,16}$/,
}

/** Reads the cursor of a list sorted by a text, a time or a number; `invalid` for anything that was not one of ours. */
export function placeOf(cursor: string | undefined, shape: keyof typeof shapes = 'text'): Place | null {
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

export function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify([place.value, place.id])).toString('base64url')
}

export function pageSize(limit: number | undefined): number {
  return limit ?? limits.pageDefault
}

/**
 * Makes a page from rows of which one more than `limit` was asked for: the extra row only says that there is a next page.
 * `placeOfItem` names the sort value and the id of an item.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  total: bigint | number,
  itemOf: (row: Row) => Item,
  placeOfRow: (row: Row) => Place,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(itemOf),
    total: Number(total),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(placeOfRow(last)) : null,
  }
}

/** A search text as a LIKE pattern that finds it anywhere; its own wildcards are taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
