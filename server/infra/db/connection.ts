import type pg from 'pg'
import { Refused } from '#server/infra/refused.ts'
import { DatabaseOutage } from './outage.ts'
import { valueReaders } from './values.ts'

/** How long a movement waits for another one's lock before it answers that the registry is busy. */
const lockTimeoutMs = 2_000
const usualStatementTimeoutMs = 30_000
/** After so long without a word the system asks whether the other end is still there. */
const keepAliveAfterMs = 10_000

/** What a connection says of itself when it begins, and is held to: settings of PostgreSQL by name. */
type Standing = Readonly<Record<string, string>>

/** On which side of the second wall (docs/adr/0014-second-wall.md) a connection works. */
const deployment: Standing = { 'registry.scope': 'deployment' }

export type ConnectionOptions = {
  name?: string
  /** For the whole deployment unless `wall.ts` says otherwise. */
  standing?: Standing
  /** How long one statement may take. */
  statementTimeoutMs?: number
  /** A pooler lends a server's connection for one transaction at a time: nothing is said at the start, all of it checked. */
  isPooled?: boolean
  /** Whether a server that takes no writes will do. */
  mayBeStandby?: boolean
}

export function connectionConfig({
  name = 'registry',
  standing = deployment,
  statementTimeoutMs = usualStatementTimeoutMs,
  isPooled = false,
}: ConnectionOptions): pg.ClientConfig {
  const always = {
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: valueReaders,
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

/** What a pooler's connection must have from its database user or from the pooler, as we cannot say it. */
const ofPooled: Readonly<Record<string, RegExp>> = {
  TimeZone: /^(Etc\/)?UTC$/,
  lock_timeout: /[1-9]/,
  statement_timeout: /[1-9]/,
  idle_in_transaction_session_timeout: /[1-9]/,
}

/**
 * Asked once of every new connection. Throws an outage if its server takes no writes, as a standby does, and Refused if a
 * setting does not hold: a pooler in between may ignore it, and a request would then act as the owner of the database.
 */
export async function holdToStanding(client: pg.ClientBase, options: ConnectionOptions): Promise<void> {
  const { standing = deployment, isPooled = false, mayBeStandby = false } = options
  const names = [...Object.keys(standing), ...Object.keys(isPooled ? ofPooled : {})]
  const { rows } = await client.query<Found>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
      (select coalesce(jsonb_object_agg(name, current_setting(name, true)), '{}') from unnest($1::text[]) name) as values`,
    [names],
  )
  const { isReadOnly = true, values = {} } = rows[0] ?? {}
  if (isReadOnly && !mayBeStandby) throw new DatabaseOutage('The database server takes no writes: it is a standby.')
  const holds = (name: string) => {
    const value = values[name] ?? ''
    return standing[name] === undefined ? ofPooled[name]?.test(value) : value === standing[name]
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
