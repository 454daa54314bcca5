import type { Fragment, Sql } from './database.ts'

/**
 * ISO 8601 text in UTC with microseconds: with JavaScript's milliseconds two rows could share a place in a list. The
 * hash chain covers this text, so it must never change.
 */
export const isoTime = (sql: Sql, column: Fragment) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** ISO 8601 in UTC (the connection's zone), truncated to milliseconds, for answers. */
export const wireTime = (sql: Sql, column: Fragment) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Sorts before all known times. */
export const unknownTime = (sql: Sql) => sql`'0001-01-01T00:00:00Z'::timestamptz`

/** Null if unknown. */
export const knownTime = (sql: Sql, column: Fragment) => sql`nullif(${column}, ${unknownTime(sql)})`
