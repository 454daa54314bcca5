import { Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'

/** A place in a list: the sort value and the id of the last row seen, opaque to the caller. */
export type Place = { value: string; id: string }

export type Page<Item> = { items: Item[]; total: number; nextCursor: string | null }

/** Reads the cursor of a list; `invalid` for anything that was not one of ours. */
export function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(read) && read.length === 2 && typeof read[0] === 'string' && typeof read[1] === 'string') {
      return { value: read[0], id: read[1] }
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new Failure('invalid', 'cursor: not a cursor of this list', [
    { path: 'cursor', message: 'not a cursor of this list' },
  ])
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
