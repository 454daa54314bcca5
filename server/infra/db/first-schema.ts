import { Refused } from '#server/infra/refused.ts'
import type { Sql } from './database.ts'

/** Last present in commit 0bd607f. */
const first = [
  '0001_people_and_projects.sql',
  '0002_ledger.sql',
  '0003_settlement.sql',
  '0004_identity.sql',
  '0005_movements.sql',
  '0006_import.sql',
  '0007_work_by_project.sql',
  '0008_unknown_email.sql',
  '0009_second_wall.sql',
  '0010_sites.sql',
  '0011_tenant_settings.sql',
  '0012_notices.sql',
  '0013_people_from_tokens.sql',
  '0014_organisation_facts.sql',
]

/** They create the same tables as `first`. */
const instead = [
  '0001_people.sql',
  '0002_work.sql',
  '0003_ledger.sql',
  '0004_settlement.sql',
  '0005_identity.sql',
  '0006_notices.sql',
]

/** Marks a database with all `first` migrations as having run `instead`. Throws `Refused` if only some have run. */
export async function adoptFirstSchema(tx: Sql): Promise<void> {
  const found = await tx<{ name: string }[]>`select name from migration where name = any (${first})`
  if (found.length === 0) return
  const missing = first.filter((name) => !found.some((row) => row.name === name))
  if (missing.length > 0) {
    throw new Refused(
      `This database is half migrated: of its first ${first.length} migrations, ${missing.join(', ')} did not run, and this ` +
        'version no longer has them. Start the version of commit 0bd607f once, which runs them, and then this one.',
    )
  }
  await tx`drop procedure keep_tenants_apart, grant_to_application, grant_before_former_names, grant_before_notices,
    grant_before_tenant_settings`
  await tx`delete from migration where name = any (${first})`
  await tx`insert into migration (name) select unnest(${instead}::text[])`
}
