import type { Sql } from './database.ts'

/**
 * A time as text, ISO 8601 in UTC to the microsecond: JavaScript's own times end at the millisecond, so that two rows would
 * share one place in a list. The hash chain is made over this text: it never changes.
 */
export const isoTime = (sql: Sql, column: ReturnType<Sql>) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Stands for a time that nobody knows, before all that are known. */
export const unknownTime = (sql: Sql) => sql`'0001-01-01T00:00:00Z'::timestamptz`

/** SQL for a time, null where nobody knows it. */
export const knownTime = (sql: Sql, column: ReturnType<Sql>) => sql`nullif(${column}, ${unknownTime(sql)})`

/** A time as PostgreSQL writes it, for `isoOf`. */
export const writtenTime = (sql: Sql, column: ReturnType<Sql>) => sql`${column}::text`

/**
 * ISO 8601 in UTC to the millisecond of `2024-03-05 06:49:56.123456+00`, as a connection writes times, whose zone is UTC. A Date made
 * only to be written again costs fifty times as much, which is felt in lists.
 */
export function isoOf(written: string): string {
  const fraction = written[19] === '.' ? written.slice(20, written.lastIndexOf('+')).slice(0, 3) : ''
  return `${written.slice(0, 10)}T${written.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}
