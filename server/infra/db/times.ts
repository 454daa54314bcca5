import type { Sql } from './database.ts'

/**
 * A time as text, ISO 8601 in UTC to the microsecond: JavaScript's own times end at the millisecond, so that two rows would
 * share one place in a list. The hash chain is made over this text: it never changes.
 */
export const isoTime = (sql: Sql, column: ReturnType<Sql>) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
