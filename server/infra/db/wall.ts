import { connectDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'

/** The role of migrations/current/access.sql: it owns nothing and reaches one tenant at a time. */
const applicationRole = 'registry_app'

export type Application = {
  sql: Database
  /** False where the database user may not take the role on: the policies hold, the grants do not. */
  hasRole: boolean
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

/** Opens the pool in which requests are answered, behind the second wall. `deployment` is a migrated pool of the same database. */
export async function connectApplication(deployment: Database, url: string): Promise<Application> {
  const role = await standingOfRole(deployment)
  if (!role?.mayBeTaken) return { sql: connectDatabase(url, { standing: {} }), hasRole: false }
  if (!role.hasGrants) {
    // An administrator has made the role after access.sql was applied, which now has somebody to grant to.
    await deployment`delete from current_file where name = 'current/access.sql'`
    await migrate(deployment)
  }
  return { sql: connectDatabase(url, { standing: { role: applicationRole } }), hasRole: true }
}
