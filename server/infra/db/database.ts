import pg from 'pg'
import { v7 } from 'uuid'
import { Failure, isFailureCode, type Refusal } from '#shared/rules/failure.ts'
import { inTurn } from './addresses.ts'
import { type Listening, listeningOn } from './listening.ts'
import { type AdvisoryLock, lockOn } from './lock.ts'
import { answerBy, keeping, keyedCall } from './once.ts'
import { DatabaseOutage, outageOf } from './outage.ts'
import { type Pool, type PoolOptions, poolOn } from './pool.ts'
import { type Lend, type Sql, sqlOn } from './query.ts'

export { actsIn, willAnswer } from './once.ts'
export { DatabaseOutage, levelOf } from './outage.ts'
export type { Sql } from './query.ts'
export { assigned, type Fragment, identifier, inserted, json, literal, type Value, wordsIn } from './sql.ts'

/** A connection of one's own until it is given back; one that was lost meanwhile is thrown away. */
type Reserved = Sql & { release(): void }

/** What one process at a time may do. */
export type Lock = AdvisoryLock & {
  /** The same pool, in which every statement and every transaction fails as an outage once the lock is lost. */
  sql: Database
}

export type Database = Sql & {
  /**
   * Runs one transaction; what `work` throws rolls it back. `mode` is what PostgreSQL takes behind `begin`, `atEnd` what is sent
   * before `commit`.
   */
  begin<Result>(
    work: (tx: Sql) => Promise<Result> | PromiseLike<Result>,
    mode?: string,
    atEnd?: (tx: Sql, result: Result) => string,
  ): Promise<Result>
  reserve(): Promise<Reserved>
  listen: Listening['listen']
  /** Competes with all other processes for the lock of this key; `changed` is called when it is taken and when it is lost. */
  lock(key: number, changed: () => void): Lock
  connections: Pool['connections']
  /** Closes all connections; those still at work are given so long to finish. */
  end(options?: { timeoutMs?: number }): Promise<void>
}

const usualEndTimeoutMs = 5_000

/**
 * Opens a pool. `url` is a PostgreSQL address, of several servers in the order in which they are tried; failures to reach
 * them appear at the first query as an outage.
 */
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
      const take = () => (lock.isOurs() ? pool.take() : Promise.reject(lockLost()))
      return { ...lock, sql: Object.assign(askingOn({ ...pool, take }, prepares), more) }
    },
    async end({ timeoutMs = usualEndTimeoutMs } = {}) {
      await Promise.all([pool.end(timeoutMs), listening.end()])
    },
  }
  return Object.assign(askingOn(pool, prepares), more)
}

function askingOn(pool: Pool, prepares: boolean) {
  const lend: Lend = async (work) => {
    const client = await pool.take()
    try {
      return await work(client)
    } finally {
      pool.giveBack(client)
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
      return Object.assign(sqlOn(oneAfterTheOther(client), prepares), { release: () => pool.giveBack(client) })
    },
  })
}

function lockLost(): DatabaseOutage {
  return new DatabaseOutage('The lock was lost, and another process may have it.')
}

/** Lends the same connection again and again, to one statement at a time. */
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
  const say = (text: string) => client.query(text).catch((error: unknown) => Promise.reject(outageOf(error, client)))
  let isClean = false
  try {
    await say(begin)
    const lend = oneAfterTheOther(client)
    const outcome = await work(lend).catch((error: unknown) => ({ error }))
    // Statements that `work` has asked and not awaited belong to the transaction too.
    await lend(async () => {})
    if ('error' in outcome) {
      // A connection that cannot even roll back is thrown away, and its server does it.
      isClean = await say('rollback').then(
        () => true,
        () => false,
      )
      throw outcome.error
    }
    const ended: pg.QueryResult | pg.QueryResult[] = await say(`${outcome.last}commit`)
    const command = Array.isArray(ended) ? ended.at(-1)?.command : ended.command
    isClean = true
    if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, so nothing of it was kept.')
    return outcome.result
  } finally {
    pool.giveBack(client, isClean)
  }
}

/** Sortable by time of making, opaque to everybody. */
export function newId(): string {
  return v7()
}

const busy = new Set(['40001', '40P01'])
const retries = 4

/** What `begin` is told where several reads are to be of one moment. */
export const snapshot = 'isolation level repeatable read read only'

/** Runs one transaction for the whole deployment; a deadlock or a serialisation failure is retried with jitter. */
export function inTransaction<Result>(sql: Database, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  return retryBusy(() => sql.begin(work))
}

/**
 * Runs one transaction within a tenant: rows of others cannot be written, and private ones not be read, whatever the queries
 * say. Retried like any. Of a call under a key, the transaction in which its caller acts keeps the answer.
 */
export function inTenant<Result>(sql: Database, tenantId: string, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  // Sent together with `begin`: naming the tenant costs no round trip.
  const named = `; set local registry.tenant = ${pg.escapeLiteral(tenantId)}`
  const call = keyedCall()
  if (!call) return retryBusy(() => sql.begin(work, named))
  return retryBusy(async () => {
    let answer: string | null = null
    const result = await sql.begin(work, named, (tx, result) => {
      answer = answerBy(tx, result)
      return answer === null ? '' : keeping(call, answer)
    })
    call.kept ??= answer
    return result
  })
}

/** Runs a statement or a transaction again when PostgreSQL chose it as the loser of a deadlock or a serialisation conflict. */
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

/** The door from SQL: `fail` in migrations/current/movement_parts.sql writes the reason of a failure as JSON. */
function refusalOf(hint = '{}'): Refusal {
  return JSON.parse(hint) as Refusal
}

/** What an error of the database means to a caller: a failure raised in SQL, a busy registry, an outage, or null for a bug. */
export function failureOfDatabase(error: unknown): Failure | null {
  if (error instanceof DatabaseOutage) {
    return new Failure('unavailable', 'The registry cannot reach its database. Try again in a moment.')
  }
  if (!(error instanceof pg.DatabaseError)) return null
  if (error.code === 'RG000' && isFailureCode(error.message)) {
    return new Failure(error.message, error.detail ?? '', refusalOf(error.hint))
  }
  if (error.code === '55P03' || isBusy(error)) {
    return new Failure('unavailable', 'The registry is busy with the same units. Try again in a moment.')
  }
  if (error.code === '57014') return new Failure('unavailable', 'The registry took too long. Try again in a moment.')
  return null
}

/** The name of the constraint that a write broke, or null: stores turn it into a failure of their own. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? (error.constraint ?? null) : null
}
