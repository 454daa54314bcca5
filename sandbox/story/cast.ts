import { type Database, inserted } from '#server/infra/db/database.ts'
import { insertSandboxUser } from '#server/people/users/user-record.store.ts'
import { groupName } from '#shared/rules/groups.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { SandboxRole } from '../cast/people.ts'
import { accountOf } from '../cast/seed.ts'

/** Organisations besides those of the sandbox's people; nobody can sign in for them. */
const organisations = [
  ['lake-commons', 'Lake Commons Trust', 'proponent', 'TZ', 'Neema Mushi'],
  ['volta-light', 'Volta Light Cooperative', 'proponent', 'GH', 'Kojo Amponsah'],
  ['delta-farmers', 'Red Delta Farmers Union', 'proponent', 'VN', 'Minh Chau Tran'],
  ['andes-clear', 'Andes Clear Water', 'proponent', 'PE', 'Rosa Quispe'],
  ['deccan-wind', 'Deccan Wind and Sun', 'proponent', 'IN', 'Anjali Rane'],
  ['ouest-forets', 'Forêts de l’Ouest', 'proponent', 'FR', 'Maëlle Kervran'],
  ['grounded', 'Grounded Measurements', 'measurement provider', 'IN', 'Farid Sheikh'],
  ['terra-scan', 'Terra Scan', 'measurement provider', 'CO', 'Lucía Ardila'],
  ['northlight', 'Northlight Assurance', 'verification provider', 'NO', 'Ingrid Solbakk'],
  ['meridian', 'Meridian Audit Bureau', 'verification provider', 'ZA', 'Thabo Nkomo'],
  ['cloudberry', 'Cloudberry Hosting', 'buyer', 'SE', 'Elsa Lindgard'],
  ['blue-ferry', 'Blue Ferry Lines', 'buyer', 'DK', 'Mikkel Ravn'],
  ['orchard-foods', 'Orchard Foods', 'buyer', 'FR', 'Camille Bresson'],
  ['quiet-brokers', 'Quiet Brokers', 'buyer', 'CH', 'Urs Amstalden'],
] as const

/** Organisations that ask to join, for the registry's queue. */
const applicants = [
  ['riverbank-goods', 'Riverbank Goods', 'buyer', 'NL', 'Fenna de Wit'],
  ['kijani-fields', 'Kijani Fields', 'proponent', 'KE', 'Wanjiku Maina'],
] as const

type Organisation = (typeof organisations)[number] | (typeof applicants)[number]
export type AccountId = (typeof organisations)[number][0] | (typeof accountOf)[SandboxRole]

export const buyers = ['harbour-trading', 'cloudberry', 'blue-ferry', 'orchard-foods', 'quiet-brokers'] as const

/** Whether the story's organisations are there, thus the whole story. */
export async function isTold(sql: Database, tenantId: string): Promise<boolean> {
  const [row] = await sql`select from account where tenant_id = ${tenantId} and id = ${organisations[0][0]}`
  return row !== undefined
}

export async function castOf(
  sql: Database,
  tenantId: string,
  usernames: Record<SandboxRole, string>,
): Promise<(accountId: AccountId) => Actor & { userId: string }> {
  for (const each of organisations) await join(sql, tenantId, each, 'active')
  // The accounts of the sandbox's people, who act from the story's first year on.
  await sql`
    update account set created_at = now(), applied_at = now()
    where tenant_id = ${tenantId} and id = any (${Object.values(accountOf)})`
  const sandboxUsers = new Map<string, string>(
    (['tenant-admin', 'proponent', 'measurer', 'verifier', 'buyer'] as const).map((role) => [
      accountOf[role],
      usernames[role],
    ]),
  )
  return (accountId) => ({
    userId: sandboxUsers.get(accountId) ?? userOf(accountId),
    tenantId,
    accountIds: [accountId],
    adminOf: [],
    isTenantAdmin: accountId === accountOf['tenant-admin'],
    address: 'sandbox',
    requestId: 'sandbox',
  })
}

export async function apply(sql: Database, tenantId: string): Promise<void> {
  for (const each of applicants) await join(sql, tenantId, each, 'pending')
}

async function join(
  sql: Database,
  tenantId: string,
  [id, name, kind, country, person]: Organisation,
  status: 'active' | 'pending',
): Promise<void> {
  const [account] = [{ tenant_id: tenantId, id, name, kind, country, status }]
  await sql`insert into account ${inserted([account])}`
  const [firstName = '', ...rest] = person.split(' ')
  await insertSandboxUser(sql, tenantId, {
    username: userOf(id),
    accountId: id,
    email: `${id}@registry.test`,
    firstName,
    lastName: rest.join(' '),
    groups: [groupName({ tenantId, accountId: id, role: 'General' })],
  })
}

const userOf = (accountId: string) => `story-${accountId}`
