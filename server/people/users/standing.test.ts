import { describe, expect, test } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { listUsers, updateUser } from '#shared/contract/users.ts'
import { groupName } from '#shared/rules/groups.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { judge } from './standing.ts'

const group = ({ tenant }: TenantOfTest, role: 'General' | 'AccountAdmin') =>
  groupName({ tenantId: tenant.id, accountId: 'proponent', role })

/** A person without a record, as with an external provider. */
async function aStranger(tenant: TenantOfTest, groups: string[]) {
  const { username, email } = await tenant.addPerson(groups)
  const calling = async () => callerAt(tenant.world.baseUrl, await tenant.world.identity.issueToken(username))
  const regroup = (given: string[]) => tenant.world.identity.directory.setGroups(username, given)
  return { username, email, calling, regroup }
}

describe('somebody who comes with a token for the first time', () => {
  test('is recorded, once, and can be found and suspended by the account’s admin', async () => {
    const tenant = await aTenant()
    const stranger = await aStranger(tenant, [group(tenant, 'General')])
    const caller = await stranger.calling()
    await Promise.all([caller.call(readAccount), caller.call(readAccount)])
    const { items } = await tenant.accountAdmin.call(listUsers, { query: { q: stranger.email } })
    expect(items).toMatchObject([{ username: stranger.username, status: 'ACTIVE', role: 'General' }])
    const lines = await tenant.tenantAdmin.call(listAudit, { query: { q: stranger.username } })
    expect(lines.items).toMatchObject([
      { act: 'user.arrive', actor: stranger.username, address: expect.any(String), requestId: expect.any(String) },
    ])
    await tenant.accountAdmin.call(updateUser, { body: { username: stranger.username, status: 'SUSPENDED' } })
    await expect(caller.call(readAccount)).rejects.toMatchObject({ code: 'suspended' })
  })

  test('is followed in the groups that the provider gives, until an admin here decides', async () => {
    const tenant = await aTenant()
    const { username, calling, regroup } = await aStranger(tenant, [group(tenant, 'General')])
    await (await calling()).call(readAccount)
    await regroup([group(tenant, 'General'), group(tenant, 'AccountAdmin')])
    await expect((await calling()).call(listUsers)).resolves.toMatchObject({ total: 3 })

    await regroup([`${tenant.tenant.id}|gone|General`])
    await expect((await calling()).call(readAccount)).rejects.toMatchObject({ code: 'not_found' })
    expect((await tenant.accountAdmin.call(listUsers)).total).toBe(2)
    await regroup([group(tenant, 'General'), group(tenant, 'AccountAdmin')])
    await expect((await calling()).call(listUsers)).resolves.toMatchObject({ total: 3 })

    await tenant.accountAdmin.call(updateUser, { body: { username, role: 'General' } })
    await regroup([group(tenant, 'General'), group(tenant, 'AccountAdmin')])
    await expect((await calling()).call(listUsers)).rejects.toMatchObject({ code: 'forbidden' })
    const { items } = await tenant.tenantAdmin.call(listAudit, { query: { q: username } })
    expect(items.map(({ act }) => act)).toEqual([
      'user.update',
      'user.regroup',
      'user.regroup',
      'user.regroup',
      'user.arrive',
    ])
  })
})

test('a standing that was read before it changed is not remembered after it', async () => {
  const tenant = await aTenant()
  const { sql } = tenant.world
  const { username, calling, regroup } = await aStranger(tenant, [group(tenant, 'General')])
  await (await calling()).call(readAccount)
  await regroup([group(tenant, 'General'), group(tenant, 'AccountAdmin')])
  const caller = await calling()
  const suspending = await sql.reserve()
  try {
    await suspending`begin`
    await suspending`update app_user set status = 'SUSPENDED' where tenant_id = ${tenant.tenant.id} and username = ${username}`
    // This call reads the active status, then waits for the lock.
    const early = caller.call(readAccount).catch(() => null)
    const waiting = () => sql`select from pg_locks where not granted`
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBeGreaterThan(0)
    await tenant.tenantAdmin.call(updateUser, { body: { username: tenant.proponent.username, firstName: 'Zuri' } })
    await suspending`commit`
    await early
  } finally {
    await suspending`rollback`
    suspending.release()
  }
  await expect(caller.call(readAccount)).rejects.toMatchObject({ code: 'suspended' })
})

test('an address is followed where the provider has verified it and no other user has it, with an audit line and a notice', async () => {
  const tenant = await aTenant()
  const { username, email, calling } = await aStranger(tenant, [group(tenant, 'General')])
  await (await calling()).call(readAccount)
  const comes = async (claimed: string, isEmailVerified: boolean) => {
    const token = {
      subject: username,
      groups: [group(tenant, 'General')],
      expiresAt: Date.now() + 60_000,
      sessionId: null,
      signIn: { at: null, acr: null },
      siteTenantId: null,
      person: { email: claimed, isEmailVerified, firstName: '', lastName: '' },
    }
    const requester = { host: '', authorization: undefined, address: '', requestId: '', log: { warn: () => {} } }
    await judge(tenant.world.deps, token, tenant.tenant.id, requester)
    const { items } = await tenant.tenantAdmin.call(listUsers, { query: { limit: 50 } })
    return items.find((user) => user.username === username)?.email
  }
  const wanted = `${newId()}@bücher.example`
  const normalised = wanted.replace('bücher', 'xn--bcher-kva')
  expect([await comes(wanted, false), await comes(tenant.buyer.email, true), await comes('nobody', true)]).toEqual([
    email,
    email,
    email,
  ])
  expect([await comes(wanted, true), await comes(normalised, true)]).toEqual([normalised, normalised])
  const { items } = await tenant.tenantAdmin.call(listAudit, { query: { q: username } })
  expect(items.map(({ act }) => act)).toEqual(['user.address', 'user.arrive'])
  const notices = await tenant.world
    .sql`select username from notice where kind = 'user.address' and tenant_id = ${tenant.tenant.id}`
  expect(notices).toEqual([{ username: tenant.accountAdmin.username }])
})

describe('somebody whose token names several tenants', () => {
  test('acts in the first one that is open, and is refused, with a line in the log, where none is', async () => {
    const tenant = await aTenant()
    const closed = `nowhere-${newId()}`
    const both = await aStranger(tenant, [`${closed}|x|General`, group(tenant, 'General')])
    await expect((await both.calling()).call(readAccount)).resolves.toMatchObject({ tenantId: tenant.tenant.id })

    const none = await aStranger(tenant, [`${closed}|x|General`])
    await expect((await none.calling()).call(readAccount)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(tenant.world.logged.join('\n')).toContain('its groups name no tenant that is open')
  })

  test('acts in the tenant of the site', async () => {
    const here = await aTenant({ isConfigured: true })
    const elsewhere = await aTenant({ world: here.world })
    const groups = [group(elsewhere, 'General'), group(here, 'General')]
    const caller = await (await aStranger(elsewhere, groups)).calling()
    await expect(caller.call(readAccount)).resolves.toMatchObject({ tenantId: here.tenant.id })
  })
})
