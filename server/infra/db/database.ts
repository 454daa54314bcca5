import pg from 'pg'
import { v7 } from 'uuid'
import { Failure, isFailureCode, type Refusal } from '#shared/rules/failure.ts'
import { inTurn } from './addresses.ts'
import { type Listening, listeningOn } from './listening.ts'
import { type AdvisoryLock, lockOn } from './lock.ts'
import { answerBy, keyedCall, storingAnswer } from './once.ts'
import { DatabaseOutage, outageOf } from './outage.ts'
import { type Pool, type PoolOptions, poolOn } from './pool.ts'
import { type Lend, type Sql, sqlOn } from './query.ts'

export { actsIn, willAnswer } from './once.ts'
export { DatabaseOutage, levelOf } from './outage.ts'
export type { Sql } from './query.ts'
export { assigned, type Fragment, identifier, inserted, json, literal, type Value, wordsIn } from './sql.ts'

/** A connection reserved for one caller. `release` returns it to the pool, or closes it if it was lost. */
type Reserved = Sql & { release(): void }

export type Lock = AdvisoryLock & {
  /** Fails as an outage once the lock is lost. */
  sql: Database
}

export type Database = Sql & {
  /** An error in `work` rolls back. `mode` follows `begin`; `atEnd` returns statements to run before `commit`. */
  begin<Result>(
    work: (tx: Sql) => Promise<Result> | PromiseLike<Result>,
    mode?: string,
    atEnd?: (tx: Sql, result: Result) => string,
  ): Promise<Result>
  reserve(): Promise<Reserved>
  listen: Listening['listen']
  /** Tries to hold the advisory lock `key` across all processes. Calls `changed` when the lock is taken or lost. */
  lock(key: number, changed: () => void): Lock
  connections: Pool['connections']
  /** Waits up to `timeoutMs` for current work. */
  end(options?: { timeoutMs?: number }): Promise<void>
}

const usualEndTimeoutMs = 5_000

/** `url` may name several servers, tried in order. The first query reports connection failures, as an outage. */
export function connectDatabase(url: string, options: PoolOptions = {}): Database {
  const addresses = inTurn(url)
  const pool = poolOn(addresses, options)
  const prepares = !options.isPooled
  const beside = { ...options, name: `${options.name ?? 'registry'} beside` }
  const listening = listeningOn(addresses, beside)
  const more = {
    connections: pool.connections,
    listen: listening.listen,
    lock(key: number, changed: () => void): Lock {
      const lock = lockOn(addresses, beside, key, changed)
      const take = () => (lock.isHeld() ? pool.take() : Promise.reject(lockLost()))
      return { ...lock, sql: Object.assign(queriesOn({ ...pool, take }, prepares), more) }
    },
    async end({ timeoutMs = usualEndTimeoutMs } = {}) {
      await Promise.all([pool.end(timeoutMs), listening.end()])
    },
  }
  return Object.assign(queriesOn(pool, prepares), more)
}

function queriesOn(pool: Pool, prepares: boolean) {
  const lend: Lend = async (work) => {
    const client = await pool.take()
    try {
      return await work(client)
    } finally {
      pool.release(client)
    }
  }
  return Object.assign(sqlOn(lend, prepares), {
    begin: <Result>(
      work: (tx: Sql) => Promise<Result> | PromiseLike<Result>,
      mode = '',
      atEnd: (tx: Sql, result: Result) => string = () => '',
    ) =>
      transactionOn(pool, `begin ${mode}`, async (same) => {
        const tx = sqlOn(same, prepares)
        const result = await work(tx)
        return { result, last: atEnd(tx, result) }
      }),
    async reserve() {
      const client = await pool.take()
      return Object.assign(sqlOn(oneAfterTheOther(client), prepares), { release: () => pool.release(client) })
    },
  })
}

function lockLost(): DatabaseOutage {
  return new DatabaseOutage('The lock was lost, and another process may have it.')
}

/** Serialises statements. */
function oneAfterTheOther(client: pg.PoolClient): Lend {
  let before: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = before.then(() => work(client))
    before = mine.catch(() => {})
    return mine
  }
}

async function transactionOn<Result>(
  pool: Pool,
  begin: string,
  work: (lend: Lend) => Promise<{ result: Result; last: string }>,
): Promise<Result> {
  const client = await pool.take()
  const run = (text: string) => client.query(text).catch((error: unknown) => Promise.reject(outageOf(error, client)))
  let isClean = false
  try {
    await run(begin)
    const lend = oneAfterTheOther(client)
    const outcome = await work(lend).catch((error: unknown) => ({ error }))
    // Waits for statements that `work` did not await.
    await lend(async () => {})
    if ('error' in outcome) {
      // Otherwise the connection closes and the server rolls back.
      isClean = await run('rollback').then(
        () => true,
        () => false,
      )
      throw outcome.error
    }
    const ended: pg.QueryResult | pg.QueryResult[] = await run(`${outcome.last}commit`)
    const command = Array.isArray(ended) ? ended.at(-1)?.command : ended.command
    isClean = true
    if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, so nothing of it was kept.')
    return outcome.result
  } finally {
    pool.release(client, isClean)
  }
}

/** Sortable by creation time. */
export function newId(): string {
  return v7()
}

const busy = new Set(['40001', '40P01'])
const retries = 4

/** For reads of one snapshot. */
export const snapshot = 'isolation level repeatable read read only'

/** For the whole deployment, with `retryBusy`. */
export function inTransaction<Result>(sql: Database, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  return retryBusy(() => sql.begin(work))
}

/**
 * Runs a transaction within a tenant, with `retryBusy`. Row-level security blocks writes to other tenants' rows and
 * reads of their private ones. Under an Idempotency-Key, the transaction in which the caller acts stores the answer.
 */
export function inTenant<Result>(sql: Database, tenantId: string, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  // Sent with `begin`: no extra round trip.
  const named = `; set local registry.tenant = ${pg.escapeLiteral(tenantId)}`
  const call = keyedCall()
  if (!call) return retryBusy(() => sql.begin(work, named))
  return retryBusy(async () => {
    let answer: string | null = null
    const result = await sql.begin(work, named, (tx, result) => {
      answer = answerBy(tx, result)
      return answer === null ? '' : storingAnswer(call, answer)
    })
    call.storedAnswer ??= answer
    return result
  })
}

/** Retries with jitter after a deadlock or a serialisation failure. */
export async function retryBusy<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > retries || !isBusy(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && busy.has(error.code ?? '')
}

/** JSON from `fail` in migrations/current/movement_parts.sql. */
function refusalOf(hint = '{}'): Refusal {
  return JSON.parse(hint) as Refusal
}

/** Maps a database error to a caller's failure (raised in SQL, busy, outage); null for a bug. */
export function failureOfDatabase(error: unknown): Failure | null {
  if (error instanceof DatabaseOutage) {
    return new Failure('unavailable', 'The registry cannot reach its database. Try again in a moment.')
  }
  if (!(error instanceof pg.DatabaseError)) return null
  if (error.code === 'RG000' && isFailureCode(error.message)) {
    return new Failure(error.message, error.detail ?? '', refusalOf(error.hint))
  }
  if (error.code === '55P03' || isBusy(error)) {
    return new Failure('unavailable', 'Another act holds the same records. Try again in a moment.')
  }
  if (error.code === '57014') return new Failure('unavailable', 'The registry took too long. Try again in a moment.')
  return null
}

/** Null for other errors. Stores map constraints to failures. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? null) : null
}
