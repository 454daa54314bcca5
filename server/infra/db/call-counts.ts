import type { Sql } from './database.ts'

type Calls = { caller: string; calls: number }

/** Adds calls to a minute. Returns these callers' totals over all processes. */
export async function addCalls(sql: Sql, minute: number, added: readonly Calls[]): Promise<Calls[]> {
  // A fixed order prevents deadlocks between processes.
  const sorted = added.toSorted((a, b) => (a.caller < b.caller ? -1 : 1))
  return sql<Calls[]>`
    insert into call_count as c (minute, caller, calls)
    select ${minute}, t.caller, t.calls
    from unnest(${sorted.map(({ caller }) => caller)}::text[], ${sorted.map(({ calls }) => calls)}::int[]) as t (caller, calls)
    on conflict (minute, caller) do update set calls = c.calls + excluded.calls
    returning caller, calls`
}

export async function forgetCallsBefore(sql: Sql, minute: number): Promise<void> {
  await sql`delete from call_count where minute < ${minute}`
}
