import { Refused } from '#server/infra/refused.ts'
import { connectDatabase, type Database } from './database.ts'
import { applicationRole, isApart, letsIn, ownAddress, withSignInOf } from './login.ts'
import { migrate } from './migrate.ts'

/**
 * What visitors read goes through few connections and gives up soon, so that no crowd of them takes the connections away in
 * which people move units.
 */
const ofVisitors = { name: 'registry-reads', max: 4, mostWaiting: 64, waitMs: 2_000, statementTimeoutMs: 2_000 }

/**
 * Whether the database answers, and which tenant a request means, is asked apart, so that no crowd has a balancer take the process
 * for dead and nobody wait behind it for what every request asks.
 */
const ofChecks = { name: 'registry-check', max: 2, waitMs: 2_000, statementTimeoutMs: 2_000 }

export type Application = {
  sql: Database
  /** The visitors' share: a read that finds too many waiting before it fails with `unavailable`, like one that takes long. */
  reads: Database
  /** For what every request asks, in no time. */
  lookups: Database
  /** Resolves when the database answers, and fails with `unavailable`; however many ask, it is asked once at a time. */
  check(): Promise<void>
  /** False where the database user may not take the role on: the policies hold, the grants do not. */
  hasRole: boolean
  /** False where requests sign in as the owner, whom a statement that is not ours could become again. */
  isApart: boolean
  end(): Promise<void>
}

/** Where the application connects to. */
export type ApplicationAddresses = {
  /** PostgreSQL itself. */
  url: string
  /** The same with the sign-in of requests, where the operator has made one. */
  appUrl?: string | undefined
  /** A pooler before it that lends connections for a transaction, in which requests are then answered. */
  poolUrl?: string | undefined
  /** A standby that visitors' reads are answered by, as it stands. */
  readUrl?: string | undefined
}

/**
 * Opens the pools in which requests are answered, behind the second wall. `deployment` is a migrated pool of the same
 * database. Throws Refused where a connection does not act as it should, as one through a pooler may.
 */
export async function connectApplication(deployment: Database, addresses: ApplicationAddresses): Promise<Application> {
  const { url, appUrl, poolUrl, readUrl } = addresses
  if (appUrl !== undefined && !(await letsIn(appUrl))) throw refusedLogin()
  const hasRole = (await mayTakeRole(deployment)) || appUrl !== undefined
  const standing: Record<string, string> = hasRole ? { role: applicationRole } : {}
  const own = appUrl ?? (hasRole ? await ownAddress(deployment, url) : null) ?? url
  const ownOfReads = readUrl === undefined ? own : withSignInOf(own, url, readUrl)
  const isPooled = poolUrl !== undefined
  const ofRequests = isPooled ? { standing: { role: applicationRole }, isPooled } : { standing }
  const sql = connectDatabase(poolUrl ?? own, ofRequests)
  const reads = connectDatabase(ownOfReads, { ...ofVisitors, standing, mayBeStandby: readUrl !== undefined })
  const checks = connectDatabase(poolUrl ?? own, { ...ofRequests, ...ofChecks })
  const end = async () => {
    await Promise.all([sql.end(), reads.end(), checks.end()])
  }
  try {
    const areApart = (await isApart(sql)) && (poolUrl === undefined || own !== url)
    const check = sharing(async () => void (await checks`select 1`))
    return { sql, reads, lookups: checks, check, hasRole, isApart: areApart, end }
  } catch (error) {
    await end()
    throw error
  }
}

function refusedLogin(): Refused {
  return new Refused(
    'Nobody can sign in at DATABASE_APP_URL who may take on registry_app. “Database roles” in docs/operations.md says how such a ' +
      'user is made.',
  )
}

/** Whoever asks while an answer is awaited gets that one. */
function sharing(ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null
  return () => {
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }
}

/** Whether the database user may take the role on, and whether that may read a table; null if there is no role. */
export async function standingOfRole(
  deployment: Database,
): Promise<{ mayBeTaken: boolean; hasGrants: boolean } | null> {
  const [role] = await deployment<{ mayBeTaken: boolean; hasGrants: boolean }[]>`
    select pg_has_role(current_user, oid,
        case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) as "mayBeTaken",
      has_table_privilege(oid, 'tenant', 'select') as "hasGrants"
    from pg_roles where rolname = ${applicationRole}`
  return role ?? null
}

async function mayTakeRole(deployment: Database): Promise<boolean> {
  const role = await standingOfRole(deployment)
  if (!role?.mayBeTaken) return false
  if (!role.hasGrants) {
    // An administrator has made the role after access.sql was applied, which now has somebody to grant to.
    await deployment`delete from current_file where name = 'current/access.sql'`
    await migrate(deployment)
  }
  return true
}
