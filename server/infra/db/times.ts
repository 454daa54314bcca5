import type { Sql } from './database.ts'

/**
 * A time as text, ISO 8601 in UTC to the microsecond: JavaScript's own times end at the millisecond, so that two rows would
 * share one place in a list. The hash chain is made over this text: it never changes.
 */
export const isoTime = (sql: Sql, column: ReturnType<Sql>) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A time as answers have it: ISO 8601 in UTC, which is the zone of a connection, cut to the millisecond. */
export const wireTime = (sql: Sql, column: ReturnType<Sql>) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Stands for a time that nobody knows, before all that are known. */
export const unknownTime = (sql: Sql) => sql`'0001-01-01T00:00:00Z'::timestamptz`

/** SQL for a time, null where nobody knows it. */
export const knownTime = (sql: Sql, column: ReturnType<Sql>) => sql`nullif(${column}, ${unknownTime(sql)})`
