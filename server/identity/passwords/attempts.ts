import type { Sql } from '#server/infra/db/database.ts'
import { addressOf } from './addresses.ts'

/**
 * The attempt that makes the count `free` begins a wait of `firstWaitS`, and each further one doubles the wait up to
 * `longestWaitS`. The count goes back by one at a time, evenly, so that the highest one is gone after `forgetAfterS`.
 */
type Patience = { free: number; firstWaitS: number; longestWaitS: number; forgetAfterS: number }

/**
 * `person`: about a hundred guesses a day. `factor`: as many codes, which a right password does not forgive. `address`:
 * stops a caller with many names, but not an office. `letter` and `asker` limit mail, without blocking sign-in.
 */
const patience = {
  person: { free: 5, firstWaitS: 30, longestWaitS: 900, forgetAfterS: 86_400 },
  factor: { free: 5, firstWaitS: 30, longestWaitS: 900, forgetAfterS: 86_400 },
  address: { free: 20, firstWaitS: 30, longestWaitS: 900, forgetAfterS: 3_600 },
  asker: { free: 20, firstWaitS: 30, longestWaitS: 900, forgetAfterS: 3_600 },
  letter: { free: 2, firstWaitS: 60, longestWaitS: 900, forgetAfterS: 3_600 },
} satisfies Record<string, Patience>

/** Invalid addresses count as typed. */
export function nameIn(tenantId: string, typed: string): string {
  return `${tenantId}/${addressOf(typed) ?? typed}`
}

export type Counter = { kind: keyof typeof patience; name: string }

/**
 * Counts before the check, so that parallel guesses count. Returns 0, or the seconds to wait, uncounted. `last_at` is the
 * time from which the count goes back.
 */
export async function countAttempt(sql: Sql, counter: Counter): Promise<number> {
  const { free, firstWaitS, longestWaitS, forgetAfterS } = patience[counter.kind]
  const most = free + Math.ceil(Math.log2(longestWaitS / firstWaitS))
  const oneBackS = forgetAfterS / most
  const [counted] = await sql`
    insert into identity.attempt as known (key, failures, last_at) values (${keyOf(counter)}, 1, now())
    on conflict (key) do update set (failures, last_at, blocked_until) = (
      select counted, back_at, case when counted >= ${free}
        then now() + make_interval(secs => least(${longestWaitS}, ${firstWaitS} * 2 ^ (counted - ${free}))) end
      from (select floor(extract(epoch from now() - known.last_at) / ${oneBackS}) as steps) as back,
        lateral (select
          least(greatest(known.failures - steps, 0) + 1, ${most})::int as counted,
          case when steps < known.failures then known.last_at + make_interval(secs => steps * ${oneBackS})
            else now() end as back_at) as result)
    where known.blocked_until is null or known.blocked_until <= now()
    returning failures`
  return counted ? 0 : waitOf(sql, counter)
}

/** Resets a person's counters, or returns one attempt to a network address. */
export async function forgiveAttempt(sql: Sql, counter: Counter): Promise<void> {
  const key = keyOf(counter)
  if (counter.kind === 'person' || counter.kind === 'factor') await sql`delete from identity.attempt where key = ${key}`
  else
    await sql`update identity.attempt set failures = greatest(1, failures - 1), blocked_until = null where key = ${key}`
}

/** Counts by network address and receiver. Returns 0, or the seconds to wait. */
export async function countRequestedLetter(
  sql: Sql,
  requester: string,
  tenantId: string,
  email: string,
): Promise<number> {
  const byRequester = await countAttempt(sql, { kind: 'asker', name: requester })
  return Math.max(byRequester, await countAttempt(sql, { kind: 'letter', name: nameIn(tenantId, email) }))
}

async function waitOf(sql: Sql, counter: Counter): Promise<number> {
  const [row] = await sql<{ wait: number }[]>`
    select ceil(extract(epoch from blocked_until - now()))::int as wait from identity.attempt where key = ${keyOf(counter)}`
  return Math.max(1, row?.wait ?? 1)
}

function keyOf({ kind, name }: Counter): string {
  return `${kind}:${name}`
}
