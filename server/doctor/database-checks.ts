import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { letsIn, ownAddress } from '#server/infra/db/login.ts'
import { migrationsDue, migrationsUnknown } from '#server/infra/db/migrate.ts'
import { standingOfRole } from '#server/infra/db/wall.ts'
import { type Check, type Finding, ok, warning, wrong } from './finding.ts'

type Deps = { sql: Database; config: Config }

const oldestVersion = 150_000
/** Connections of one process: its pools, listening, lock and health checks. */
const connectionsOfAProcess = 31
/** Beyond these, times in the ledger and in tokens are unreliable. */
const clockSkewMs = { warning: 2_000, wrong: 30_000 }

export function databaseChecks({ sql, config }: Deps): Check[] {
  return [
    { subject: 'database', look: () => server({ sql, config }) },
    { subject: 'database clock', look: () => clock(sql) },
    { subject: 'database role', look: () => role(sql) },
    { subject: 'database login', look: () => login({ sql, config }) },
    { subject: 'migrations', look: () => migrations(sql) },
  ]
}

export async function answers(sql: Database): Promise<void> {
  await sql`select 1`
}

export async function isMigrated(sql: Database): Promise<boolean> {
  const [row] = await sql<{ isThere: boolean }[]>`select to_regclass('public.migration') is not null as "isThere"`
  return row?.isThere ?? false
}

async function server({ sql, config }: Deps): Promise<Finding[]> {
  const [row] = await sql<{ version: number; name: string; free: number }[]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
      current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as free`
  if (!row) throw new Error('It answers nothing.')
  const place = config.DATABASE_URL ? new URL(config.DATABASE_URL).host : 'embedded'
  const findings = [
    row.version < oldestVersion
      ? wrong(`PostgreSQL ${row.name} (${place}) is too old`, 'use PostgreSQL 15 or newer')
      : ok(`PostgreSQL ${row.name} (${place})`),
  ]
  if (row.free < connectionsOfAProcess) {
    findings.push(
      warning(
        `${row.free} connections are left`,
        `a process opens up to ${connectionsOfAProcess}: raise max_connections`,
      ),
    )
  }
  return findings
}

async function clock(sql: Database): Promise<Finding> {
  const startedAt = Date.now()
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
  const answeredAt = Date.now()
  const skewMs = row ? Math.max(startedAt - row.at.getTime(), row.at.getTime() - answeredAt, 0) : 0
  return clockFinding('this machine and the database', skewMs)
}

export function clockFinding(whose: string, skewMs: number): Finding {
  const says = `the clocks of ${whose} are ${(skewMs / 1_000).toFixed(1)} s apart`
  if (skewMs < clockSkewMs.warning) return ok(says)
  return skewMs < clockSkewMs.wrong ? warning(says, 'let both follow NTP') : wrong(says, 'let both follow NTP')
}

async function role(sql: Database): Promise<Finding> {
  const standing = await standingOfRole(sql)
  if (standing?.mayBeTaken) return ok('requests are answered as registry_app')
  return warning(
    `this user may not take on registry_app${standing ? '' : ', which does not exist'}: the policies hold, the grants do not`,
    'create role registry_app nologin; grant registry_app to this user (docs/operations.md, Database roles)',
  )
}

/** The embedded database gets a login at every start. */
async function login({ sql, config: { DATABASE_URL, DATABASE_APP_URL } }: Deps): Promise<Finding[]> {
  if (DATABASE_APP_URL !== undefined) {
    return (await letsIn(DATABASE_APP_URL))
      ? [ok('requests sign in as DATABASE_APP_URL says')]
      : [wrong('nobody can sign in at DATABASE_APP_URL who may take on registry_app', loginTodo)]
  }
  if (DATABASE_URL === undefined) return []
  return (await ownAddress(sql, DATABASE_URL, false))
    ? [ok('requests sign in with a login of their own')]
    : [warning('requests sign in as the owner of the database, unless no start has made them a login yet', loginTodo)]
}

const loginTodo = 'let DATABASE_APP_URL name a user for them (docs/operations.md, Database roles)'

async function migrations(sql: Database): Promise<Finding> {
  const unknown = await migrationsUnknown(sql)
  if (unknown.length > 0) {
    return wrong(`a newer version has migrated the database: ${unknown.join(', ')}`, 'start the newer version')
  }
  const due = await migrationsDue(sql)
  return due.length === 0
    ? ok('the database is as this version makes it')
    : warning(
        `${due.length} are due: ${due.slice(0, 5).join(', ')}`,
        'the next start applies them; take a backup first',
      )
}
