import type { Config } from '#server/infra/config.ts'
import { type Database, inserted, type Sql } from '#server/infra/db/database.ts'
import { insertSandboxUser } from '#server/people/users/user-record.store.ts'
import { groupName } from '#shared/rules/groups.ts'
import { addSandboxPeople, byRole, type SandboxRole, sandboxPassword, sandboxRoles } from './people.ts'

const accounts = [
  { id: 'registry-office', name: 'Sample Registry Office', kind: 'proponent', country: 'KE' },
  { id: 'green-hills', name: 'Green Hills Cooperative', kind: 'proponent', country: 'KE' },
  { id: 'field-measures', name: 'Field Measures Ltd', kind: 'measurement provider', country: 'TZ' },
  { id: 'clear-view', name: 'Clear View Verification', kind: 'verification provider', country: 'FR' },
  { id: 'harbour-trading', name: 'Harbour Trading Company', kind: 'buyer', country: 'GB' },
] as const

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

/** Creates missing sample data. Returns each role's username. */
export async function seedPeople(sql: Database, config: Config): Promise<Record<SandboxRole, string>> {
  const tenantId = config.TENANT_ID
  await seedAccounts(sql, tenantId)
  await seedMethodologies(sql, tenantId)

  const groups = byRole((role) => groupsOf(tenantId, role))
  const password = await sandboxPassword(config.DATA_DIR, config.SANDBOX_PASSWORD)
  const people = await addSandboxPeople(sql, tenantId, groups, password)
  for (const role of sandboxRoles) {
    const person = people[role]
    await insertSandboxUser(sql, tenantId, { ...person, username: person.id, accountId: accountOf[role] })
  }
  return byRole((role) => people[role].id)
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
