import { insertPerson } from '#server/identity/passwords/persons.ts'
import { newId } from '#server/infra/db/database.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset, transferred } from './acts.ts'
import { type AccountName, accountKinds, accountNames, type TenantOfTest } from './cast.ts'
import { callerAt, type Person } from './person.ts'
import { aWorld, theWorld, type World } from './world.ts'

export type TenantOptions = {
  world?: World
  /** Uses the configured tenant, whose site visitors see; once per world. */
  isConfigured?: boolean
  /** Initial units of each account, of one asset each. */
  holds?: Partial<Record<'proponent' | 'buyer', number>>
}

export async function aTenant(options: TenantOptions = {}): Promise<TenantOfTest> {
  const world = options.world ?? (await (options.isConfigured ? aWorld() : theWorld()))
  const tenantId = options.isConfigured ? world.config.TENANT_ID : `t-${newId()}`
  if (!options.isConfigured) await addTenant(world, tenantId)
  for (const name of accountNames) await addAccount(world, tenantId, name)

  const addPerson = (groups: string[], accountId: string | null = null) => aPerson(world, tenantId, groups, accountId)
  const general = (accountId: AccountName) => groupName({ tenantId, accountId, role: 'General' })
  const member = (name: AccountName, ...more: string[]) => addPerson([general(name), ...more], name)
  const tenant: TenantOfTest = {
    world,
    tenant: { id: tenantId },
    visitor: callerAt(world.baseUrl, null),
    newcomer: await addPerson([]),
    tenantAdmin: await member('operator', groupName({ tenantId, accountId: null, role: 'TenantAdmin' })),
    accountAdmin: await member('proponent', groupName({ tenantId, accountId: 'proponent', role: 'AccountAdmin' })),
    proponent: await member('proponent'),
    measurer: await member('measurer'),
    verifier: await member('verifier'),
    buyer: await member('buyer'),
    addPerson,
  }
  await giveUnits(tenant, options.holds ?? {})
  return tenant
}

async function giveUnits(tenant: TenantOfTest, { proponent, buyer }: NonNullable<TenantOptions['holds']>) {
  if (proponent) await anIssuedAsset(tenant, { quantity: proponent })
  if (buyer) {
    const { assetId } = await anIssuedAsset(tenant, { quantity: buyer })
    await transferred(tenant, { assetId, quantity: buyer, toAccountId: 'buyer' })
  }
}

async function addTenant({ sql }: World, id: string) {
  await sql`
    insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix)
    values (${id}, ${`Registry ${id}`}, 'Unit', 'Units', ${id.replace(/\W/g, '').slice(-12).toUpperCase()})`
}

async function addAccount({ sql }: World, tenantId: string, name: AccountName) {
  await sql`
    insert into account (tenant_id, id, name, kind, country, status)
    values (${tenantId}, ${name}, ${`The ${name}`}, ${accountKinds[name]}, 'KE', 'active')`
}

/** These people only use tokens. */
const passwordOfNobody = '$argon2id$nobody'

/** A person of the provider and, with an account, of the registry. */
async function aPerson(world: World, tenantId: string, groups: string[], accountId: string | null): Promise<Person> {
  const username = newId()
  const email = `${username}@registry.test`
  const names = { firstName: 'Test', lastName: accountId ?? 'Newcomer', language: 'en' as const }
  await insertPerson(world.sql, { id: username, tenantId, email, groups, status: 'active', ...names }, passwordOfNobody)
  if (accountId) {
    await world.sql`
      insert into app_user (tenant_id, username, account_id, email, first_name, last_name, groups, status)
      values (${tenantId}, ${username}, ${accountId}, ${email}, ${names.firstName}, ${names.lastName}, ${groups}, 'ACTIVE')`
  }
  const token = await world.identity.issueToken(username)
  return { username, email, token, accountId, ...callerAt(world.baseUrl, token) }
}
