import type pg from 'pg'
import { Refused } from '#server/infra/refused.ts'
import { DatabaseOutage } from './outage.ts'
import { valueReaders } from './values.ts'

/** How long a movement waits for another one's lock before it answers that the registry is busy. */
const lockTimeoutMs = 2_000
const usualStatementTimeoutMs = 30_000
/** After so long without a word the system asks whether the other end is still there. */
const keepAliveAfterMs = 10_000

/** On which side of the second wall (docs/adr/0014-second-wall.md) a connection works. */
const deployment = { 'registry.scope': 'deployment' }

/** What a connection says of itself when it begins, and is held to: settings of PostgreSQL by name. */
export type Standing = Readonly<Record<string, string>>

export type ConnectionOptions = {
  name?: string
  /** For the whole deployment unless `wall.ts` says otherwise. */
  standing?: Standing
  /** How long one statement may take. */
  statementTimeoutMs?: number
  /** A pooler lends a server's connection for one transaction at a time: nothing is said at the start, all of it checked. */
  isPooled?: boolean
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

type Found = { isReadOnly: boolean; values: (string | null)[] }

/**
 * Asked once of every new connection. Throws an outage if its server takes no writes, as a standby does, and Refused if a
 * setting does not hold: a pooler in between may ignore it, and a request would then act as the owner of the database.
 */
export async function holdToStanding(
  client: pg.ClientBase,
  { standing = deployment }: ConnectionOptions,
): Promise<void> {
  const names = Object.keys(standing)
  const { rows } = await client.query<Found>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
      array(select current_setting(name, true) from unnest($1::text[]) with ordinality as n (name, place) order by place) as values`,
    [names],
  )
  const [found] = rows
  if (found?.isReadOnly) throw new DatabaseOutage('The database server takes no writes: it is a standby.')
  const wrong = names.filter((name, place) => found?.values[place] !== standing[name])
  if (wrong.length === 0) return
  throw new Refused(
    `The database does not take ${wrong.map((name) => `${name}=${standing[name]}`).join(', ')} from a new connection. ` +
      'Connect to PostgreSQL itself: a pooler in between drops what a connection says at its start.',
  )
}
