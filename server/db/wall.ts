import { connectDatabase, type Database } from './database.ts'

/** The role of migrations/0009_second_wall.sql: it owns nothing and reaches one tenant at a time. */
const applicationRole = 'registry_app'

export type Application = {
  sql: Database
  /** False where the database user may not take the role on: the policies hold, the grants do not. */
  hasRole: boolean
}

/** Opens the pool in which requests are answered, behind the second wall. `deployment` is a migrated pool of the same database. */
export async function connectApplication(deployment: Database, url: string): Promise<Application> {
  const [role] = await deployment<{ mayBeTaken: boolean; hasGrants: boolean }[]>`
    select pg_has_role(current_user, oid,
        case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) as "mayBeTaken",
      has_table_privilege(oid, 'tenant', 'select') as "hasGrants"
    from pg_roles where rolname = ${applicationRole}`
  if (!role?.mayBeTaken) return { sql: connectDatabase(url, { standing: {} }), hasRole: false }
  // An administrator has made the role after our migrations ran.
  if (!role.hasGrants) await deployment`call grant_to_application()`
  return { sql: connectDatabase(url, { standing: { role: applicationRole } }), hasRole: true }
}
