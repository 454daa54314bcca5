import postgres from 'postgres'
import { v7 } from 'uuid'
import { Failure, isFailureCode } from '#shared/rules/failure.ts'

/** What int8 is on each side: bigint in TypeScript, never a float. */
type Types = { bigint: bigint }

export type Database = postgres.Sql<Types>

/** A pool or a transaction: what a store needs to ask. */
export type Sql = postgres.ISql<Types>

/** How long a movement waits for another one's lock before it answers that the registry is busy. */
const lockTimeoutMs = 2_000
const statementTimeoutMs = 30_000

/** On which side of the second wall (migrations/current/access.sql) a connection works. */
const deployment = { 'registry.scope': 'deployment' }

type Options = {
  max?: number
  name?: string
  /** What the connection says of itself; for the whole deployment unless `wall.ts` says otherwise. */
  standing?: Record<string, string>
}

/** Opens a pool. `url` is a PostgreSQL address; failures to reach it appear at the first query as `unavailable`. */
export function connectDatabase(url: string, options: Options = {}): Database {
  return postgres(url, {
    max: options.max ?? 16,
    types: { bigint: postgres.BigInt },
    connection: {
      application_name: options.name ?? 'registry',
      lock_timeout: lockTimeoutMs,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      TimeZone: 'UTC',
      ...(options.standing ?? deployment),
    },
    onnotice: () => {},
  })
}

/** Sortable by time of making, opaque to everybody. */
export function newId(): string {
  return v7()
}

const busy = new Set(['40001', '40P01'])
const retries = 4

/** Runs one transaction for the whole deployment; a deadlock or a serialisation failure is retried with jitter. */
export function inTransaction<Result>(sql: Database, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  return retryBusy(async () => (await sql.begin((tx) => work(tx))) as Result)
}

/**
 * Runs one transaction within a tenant: rows of others cannot be written, and private ones not be read, whatever the queries
 * say. Retried like any.
 */
export function inTenant<Result>(sql: Database, tenantId: string, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  return inTransaction(sql, async (tx) => {
    // Sent ahead of the first query and not waited for: it costs no round trip.
    const named = tx`select set_config('registry.tenant', ${tenantId}, true)`.execute()
    const [result] = await Promise.all([work(tx), named])
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
  return error instanceof postgres.PostgresError && busy.has(error.code)
}

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/** Says what an error of the database means to a caller: a failure raised in SQL, a busy registry, an outage, or null for a bug. */
export function failureOfDatabase(error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (error instanceof postgres.PostgresError) {
    if (error.code === 'RG000' && isFailureCode(error.message)) return new Failure(error.message, error.detail ?? '')
    if (error.code === '55P03' || busy.has(error.code)) {
      return new Failure('unavailable', 'The registry is busy with the same units. Try again in a moment.')
    }
    if (error.code === '57014') return new Failure('unavailable', 'The registry took too long. Try again in a moment.')
  }
  if (outageCodes.has(error.code))
    return new Failure('unavailable', 'The registry cannot reach its database. Try again in a moment.')
  return null
}

/** The name of the constraint that a write broke, or null: stores turn it into a failure of their own. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof postgres.PostgresError && error.code.startsWith('23') ? (error.constraint_name ?? null) : null
}
