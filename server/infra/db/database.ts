import pg from 'pg'
import { v7 } from 'uuid'
import { Failure, isFailureCode } from '#shared/rules/failure.ts'
import { type Listening, listeningWith } from './listening.ts'
import { DatabaseOutage, outageOf, outageOfConnecting, watchConnection } from './outage.ts'
import { type Lend, type Sql, sqlOn } from './query.ts'
import { valueReaders } from './values.ts'

export { DatabaseOutage, levelOf } from './outage.ts'
export type { Sql } from './query.ts'
export { assigned, type Fragment, identifier, inserted, json } from './sql.ts'

/** A connection of one's own until it is given back; one that was lost meanwhile is thrown away. */
type Reserved = Sql & { release(): void }

export type Database = Sql & {
  /** Runs one transaction; what `work` throws rolls it back. `mode` is what PostgreSQL takes behind `begin`. */
  begin<Result>(work: (tx: Sql) => Promise<Result> | PromiseLike<Result>, mode?: string): Promise<Result>
  reserve(): Promise<Reserved>
  /**
   * Hears a channel of notifications. `listening` is called now and whenever a lost connection is there again, since what
   * was said meanwhile was not heard. Resolves with the function that ends it.
   */
  listen: Listening['listen']
  /** Closes all connections; those still at work are given so long to finish. */
  end(options?: { timeoutMs?: number }): Promise<void>
}

/** How long a movement waits for another one's lock before it answers that the registry is busy. */
const lockTimeoutMs = 2_000
const usualStatementTimeoutMs = 30_000
/** How long a call waits for a connection, free or new. */
const usualWaitMs = 30_000
const usualConnections = 16
const usualEndTimeoutMs = 5_000

/** On which side of the second wall (docs/adr/0014-second-wall.md) a connection works. */
const deployment = { 'registry.scope': 'deployment' }

type Options = {
  max?: number
  name?: string
  /** What the connection says of itself; for the whole deployment unless `wall.ts` says otherwise. */
  standing?: Record<string, string>
  /** How long one statement may take. */
  statementTimeoutMs?: number
  /** How long a call waits for a connection, and how many may wait: a further one fails with `unavailable` at once. */
  waitMs?: number
  mostWaiting?: number
}

/** Opens a pool. `url` is a PostgreSQL address; failures to reach it appear at the first query as an outage. */
export function connectDatabase(url: string, options: Options = {}): Database {
  const { max = usualConnections, waitMs = usualWaitMs, mostWaiting = Number.POSITIVE_INFINITY } = options
  const config = configOf(url, options)
  const pool = new pg.Pool({
    ...config,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 0,
  })
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    watchConnection(client)
    open.add(client)
  })
  pool.on('remove', (client) => open.delete(client))
  pool.on('error', () => {}) // an idle connection was lost, and the pool has dropped it

  const listening = listeningWith(config)
  async function connect(): Promise<pg.PoolClient> {
    if (pool.waitingCount - pool.idleCount >= mostWaiting) throw tooManyWait()
    return pool.connect().catch((error: unknown) => Promise.reject(outageOfConnecting(error)))
  }
  const lend: Lend = async (work) => {
    const client = await connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }

  return Object.assign(sqlOn(lend), {
    begin: <Result>(work: (tx: Sql) => Promise<Result> | PromiseLike<Result>, mode = '') =>
      transactionOn(connect, `begin ${mode}`, work),
    async reserve() {
      const client = await connect()
      return Object.assign(sqlOn(oneAfterTheOther(client)), { release: () => client.release() })
    },
    listen: listening.listen,
    async end({ timeoutMs = usualEndTimeoutMs } = {}) {
      const late = setTimeout(() => {
        for (const client of open) void client.end()
      }, timeoutMs)
      await Promise.all([pool.end(), listening.end()])
      clearTimeout(late)
    },
  })
}

function tooManyWait(): Failure {
  return new Failure('unavailable', 'Too many are asking at the same time. Try again in a moment.')
}

function configOf(url: string, options: Options): pg.ClientConfig {
  const { name = 'registry', standing = deployment, statementTimeoutMs = usualStatementTimeoutMs } = options
  const settings = { TimeZone: 'UTC', ...standing }
  return {
    connectionString: url,
    application_name: name,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: usualStatementTimeoutMs,
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
    keepAlive: true,
    types: valueReaders,
  }
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
  connect: () => Promise<pg.PoolClient>,
  begin: string,
  work: (tx: Sql) => Promise<Result> | PromiseLike<Result>,
): Promise<Result> {
  const client = await connect()
  const say = (text: string) => client.query(text).catch((error: unknown) => Promise.reject(outageOf(error, client)))
  let isClean = false
  try {
    await say(begin)
    const lend = oneAfterTheOther(client)
    const outcome = await Promise.resolve(work(sqlOn(lend))).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    // Statements that `work` has asked and not awaited belong to the transaction too.
    await lend(async () => {})
    const { command } = await say('result' in outcome ? 'commit' : 'rollback')
    isClean = true
    if ('error' in outcome) throw outcome.error
    if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, so nothing of it was kept.')
    return outcome.result
  } finally {
    client.release(!isClean)
  }
}

/** Sortable by time of making, opaque to everybody. */
export function newId(): string {
  return v7()
}

const busy = new Set(['40001', '40P01'])
const retries = 4

/** Runs one transaction for the whole deployment; a deadlock or a serialisation failure is retried with jitter. */
export function inTransaction<Result>(sql: Database, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  return retryBusy(() => sql.begin(work))
}

/**
 * Runs one transaction within a tenant: rows of others cannot be written, and private ones not be read, whatever the queries
 * say. Retried like any.
 */
export function inTenant<Result>(sql: Database, tenantId: string, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  // Sent together with `begin`: naming the tenant costs no round trip.
  const named = `; set local registry.tenant = ${pg.escapeLiteral(tenantId)}`
  return retryBusy(() => sql.begin(work, named))
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

/** What an error of the database means to a caller: a failure raised in SQL, a busy registry, an outage, or null for a bug. */
export function failureOfDatabase(error: unknown): Failure | null {
  if (error instanceof DatabaseOutage) {
    return new Failure('unavailable', 'The registry cannot reach its database. Try again in a moment.')
  }
  if (!(error instanceof pg.DatabaseError)) return null
  if (error.code === 'RG000' && isFailureCode(error.message)) return new Failure(error.message, error.detail ?? '')
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
