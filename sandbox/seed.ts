import type { Config } from '#server/infra/config.ts'
import { type Database, inserted, type Sql } from '#server/infra/db/database.ts'
import { groupName } from '#shared/rules/groups.ts'
import { addSandboxPeople, type SandboxRole, sandboxPassword, sandboxRoles } from './people.ts'

/** The organisations of the sample tenant. */
const accounts = [
  { id: 'registry-office', name: 'Sample Registry Office', kind: 'proponent', country: 'KE' },
  { id: 'green-hills', name: 'Green Hills Cooperative', kind: 'proponent', country: 'KE' },
  { id: 'field-measures', name: 'Field Measures Ltd', kind: 'measurement provider', country: 'TZ' },
  { id: 'clear-view', name: 'Clear View Verification', kind: 'verification provider', country: 'FR' },
  { id: 'harbour-trading', name: 'Harbour Trading Company', kind: 'buyer', country: 'GB' },
] as const

/** To which organisation each of the sandbox's people belongs. */
export const accountOf: Record<SandboxRole, (typeof accounts)[number]['id']> = {
  'tenant-admin': 'registry-office',
  'account-admin': 'green-hills',
  proponent: 'green-hills',
  measurer: 'field-measures',
  verifier: 'clear-view',
  buyer: 'harbour-trading',
}

const methodologies = [
  { name: 'Improved cookstoves, measured fuel use', version: '1.2' },
  { name: 'Native woodland restoration', version: '2.0' },
  { name: 'Small-scale solar irrigation', version: '1.0' },
]

/**
 * Makes the sample tenant's organisations, methodologies and people where they are missing; a second start changes nothing.
 * The people have no post-boxes, so that no letters are sent to them until they ask for it.
 */
export async function seedPeople({
  sql,
  config,
}: {
  sql: Database
  config: Config
}): Promise<Record<SandboxRole, string>> {
  const tenantId = config.TENANT_ID
  await seedAccounts(sql, tenantId)
  await seedMethodologies(sql, tenantId)

  const groups = Object.fromEntries(sandboxRoles.map((role) => [role, groupsOf(tenantId, role)])) as Record<
    SandboxRole,
    string[]
  >
  const password = await sandboxPassword(config.DATA_DIR, config.SANDBOX_PASSWORD)
  const people = await addSandboxPeople(sql, tenantId, groups, password)
  for (const role of sandboxRoles) {
    const { id, email, firstName, lastName } = people[role]
    await sql`
      insert into app_user (tenant_id, username, account_id, email, first_name, last_name, groups, status,
        tell_by_mail)
      values (${tenantId}, ${id}, ${accountOf[role]}, ${email}, ${firstName}, ${lastName}, ${groups[role]}, 'ACTIVE', false)
      on conflict (tenant_id, username) do nothing`
  }
  return Object.fromEntries(sandboxRoles.map((role) => [role, people[role].id])) as Record<SandboxRole, string>
}

function groupsOf(tenantId: string, role: SandboxRole): string[] {
  const accountId = accountOf[role]
  return [
    groupName({ tenantId, accountId, role: 'General' }),
    ...(role === 'account-admin' ? [groupName({ tenantId, accountId, role: 'AccountAdmin' })] : []),
    ...(role === 'tenant-admin' ? [groupName({ tenantId, accountId: null, role: 'TenantAdmin' })] : []),
  ]
}

async function seedAccounts(sql: Sql, tenantId: string): Promise<void> {
  const rows = accounts.map((account) => ({ tenant_id: tenantId, ...account, status: 'active' }))
  await sql`insert into account ${inserted(rows)} on conflict do nothing`
}

async function seedMethodologies(sql: Sql, tenantId: string): Promise<void> {
  const rows = methodologies.map(({ name, version }, index) => ({
    tenant_id: tenantId,
    id: `sample-${index + 1}`,
    name,
    version,
    status: 'approved',
  }))
  await sql`insert into methodology ${inserted(rows)} on conflict do nothing`
}
