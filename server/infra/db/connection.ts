import type pg from 'pg'
import { Refused } from '#server/infra/refused.ts'
import { DatabaseOutage } from './outage.ts'
import { valueReaders } from './values.ts'

/** Longer waits fail: the registry is busy. */
const lockTimeoutMs = 2_000
const usualStatementTimeoutMs = 30_000
const keepAliveAfterMs = 10_000

/** PostgreSQL settings that each new connection sets and verifies. */
type Standing = Readonly<Record<string, string>>

/** The side of the second wall (docs/adr/0014-second-wall.md). */
const deployment: Standing = { 'registry.scope': 'deployment' }

export type ConnectionOptions = {
  name?: string
  standing?: Standing
  statementTimeoutMs?: number
  /** A server that hangs cannot end its statements: the connection is given up. */
  answerTimeoutMs?: number
  /** A pooler lends connections per transaction: we can only check settings, not set them. */
  isPooled?: boolean
  mayBeStandby?: boolean
}

export function connectionConfig({
  name = 'registry',
  standing = deployment,
  statementTimeoutMs = usualStatementTimeoutMs,
  answerTimeoutMs,
  isPooled = false,
}: ConnectionOptions): pg.ClientConfig {
  const always = {
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: valueReaders,
    ...(answerTimeoutMs !== undefined && { query_timeout: answerTimeoutMs }),
  }
  if (isPooled) return always
  const settings = { TimeZone: 'UTC', ...standing }
  return {
    ...always,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: usualStatementTimeoutMs,
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
  }
}

type Found = { isReadOnly: boolean; values: Record<string, string | null> }

/** The database user or the pooler must provide these settings. */
const pooledSettings: Readonly<Record<string, RegExp>> = {
  TimeZone: /^(Etc\/)?UTC$/,
  lock_timeout: /[1-9]/,
  statement_timeout: /[1-9]/,
  idle_in_transaction_session_timeout: /[1-9]/,
}

/**
 * Checks a new connection. Throws an outage if the server is read-only (a standby), and Refused if a setting does not
 * hold: a pooler may ignore settings, and requests would run as the database's owner.
 */
export async function holdToStanding(client: pg.ClientBase, options: ConnectionOptions): Promise<void> {
  const { standing = deployment, isPooled = false, mayBeStandby = false } = options
  const names = [...Object.keys(standing), ...Object.keys(isPooled ? pooledSettings : {})]
  const { rows } = await client.query<Found>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
      (select coalesce(jsonb_object_agg(name, current_setting(name, true)), '{}') from unnest($1::text[]) name) as values`,
    [names],
  )
  const { isReadOnly = true, values = {} } = rows[0] ?? {}
  if (isReadOnly && !mayBeStandby) throw new DatabaseOutage('The database server takes no writes: it is a standby.')
  const holds = (name: string) => {
    const value = values[name] ?? ''
    return standing[name] === undefined ? pooledSettings[name]?.test(value) : value === standing[name]
  }
  const wrong = names.filter((name) => !holds(name))
  if (wrong.length > 0) throw isPooled ? refusedPooler(wrong, values) : refusedDirect(wrong)
}

function refusedDirect(wrong: string[]): Refused {
  return new Refused(
    `DATABASE_URL does not lead to PostgreSQL itself: what a new connection says of ${wrong.join(', ')} does not hold. ` +
      'A pooler in between belongs into DATABASE_POOL_URL.',
  )
}

function refusedPooler(wrong: string[], values: Found['values']): Refused {
  const found = wrong.map((name) => `${name} is ${values[name] || 'not set'}`).join(', ')
  return new Refused(
    `The database user of DATABASE_POOL_URL does not act as the application: ${found}. “PgBouncer” in docs/operations.md ` +
      'says how such a user is made.',
  )
}
