import { Refused } from '#server/infra/refused.ts'
import { connectDatabase, type Database } from './database.ts'
import { applicationRole, isApart, letsIn, ownAddress, withSignInOf } from './login.ts'
import { migrate } from './migrate.ts'

const shortly = { waitMs: 2_000, statementTimeoutMs: 2_000, answerTimeoutMs: 3_000 }

/** Small limits: visitors cannot block the movement of units. */
const visitorPool = { name: 'registry-reads', max: 4, mostWaiting: 64, ...shortly }

/** Health checks and tenant look-ups use their own pool. */
const healthPool = { name: 'registry-check', max: 2, ...shortly }

export type Application = {
  sql: Database
  /** For visitors; fails with `unavailable` under load. */
  reads: Database
  /** For fast look-ups in every request. */
  lookups: Database
  /** Fails with `unavailable` if the database does not answer. Concurrent checks share a query. */
  check(): Promise<void>
  /** False if the database user may not assume the role: then the policies apply, but not the grants. */
  hasRole: boolean
  /** False if requests sign in as the owner, whose rights an injected statement could regain. */
  isApart: boolean
  end(): Promise<void>
}

export type ApplicationAddresses = {
  /** Not a pooler. */
  url: string
  /** With the operator's login for requests. */
  appUrl?: string | undefined
  /** A transaction pooler for requests. */
  poolUrl?: string | undefined
  /** A standby for visitors' reads. */
  readUrl?: string | undefined
}

/**
 * Opens the pools for requests, behind the second wall. `deployment` is a migrated pool of the same database. Throws
 * Refused if a connection's settings do not hold, as behind a pooler.
 */
export async function connectApplication(deployment: Database, addresses: ApplicationAddresses): Promise<Application> {
  const { url, appUrl, poolUrl, readUrl } = addresses
  if (appUrl !== undefined && !(await letsIn(appUrl))) throw refusedLogin()
  const hasRole = (await mayTakeRole(deployment)) || appUrl !== undefined
  const standing: Record<string, string> = hasRole ? { role: applicationRole } : {}
  const own = appUrl ?? (hasRole ? await ownAddress(deployment, url) : null) ?? url
  const ownOfReads = readUrl === undefined ? own : withSignInOf(own, url, readUrl)
  const isPooled = poolUrl !== undefined
  const requestPool = isPooled ? { standing: { role: applicationRole }, isPooled } : { standing }
  const sql = connectDatabase(poolUrl ?? own, requestPool)
  const reads = connectDatabase(ownOfReads, { ...visitorPool, standing, mayBeStandby: readUrl !== undefined })
  const checks = connectDatabase(poolUrl ?? own, { ...requestPool, ...healthPool })
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

function sharing(work: () => Promise<void>): () => Promise<void> {
  let pending: Promise<void> | null = null
  return () => {
    pending ??= work().finally(() => {
      pending = null
    })
    return pending
  }
}

/** Whether the user may assume the role and the role may read; null without the role. */
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
    // The role is newer than its grants, so access.sql must run again.
    await deployment`delete from current_file where name = 'current/access.sql'`
    await migrate(deployment)
  }
  return true
}
