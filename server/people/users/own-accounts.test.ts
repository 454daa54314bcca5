import { beforeAll, describe, expect, test } from 'vitest'
import { personById } from '#server/identity/passwords/persons.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { acceptInvitation, declineInvitation, leaveAccount, readOwnAccounts } from '#shared/contract/own-accounts.ts'
import { deleteUser, inviteUser, listUsers, updateUser } from '#shared/contract/users.ts'
import { accountHeader } from '#shared/rules/chosen-account.ts'
import { groupName } from '#shared/rules/groups.ts'
import { paths } from '#shared/rules/paths.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { callerAt } from '#tests/kit/person.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld, type World } from '#tests/kit/world.ts'

let world: World
let box: PostBox
beforeAll(async () => {
  box = await startPostBox()
  closeAfterwards(() => box.stop())
  world = await aWorld({ SMTP_URL: box.url })
}, 120_000)

const names = { firstName: 'Juma', lastName: 'Otieno' }

/** The proponent's admin invites the buyer. */
async function anInvited(role: 'General' | 'AccountAdmin' = 'General') {
  const tenant = await aTenant({ world })
  const { username } = await tenant.accountAdmin.call(inviteUser, {
    body: { ...names, email: tenant.buyer.email, role },
  })
  return { ...tenant, tenantId: tenant.tenant.id, invitationId: username }
}

const general = (tenantId: string, accountId: string) => groupName({ tenantId, accountId, role: 'General' })

async function recordOf({ tenant }: Pick<TenantOfTest, 'tenant'>, username: string) {
  const [row] = await world.sql<{ groups: string[]; accountId: string | null }[]>`
    select groups, account_id as "accountId" from app_user where tenant_id = ${tenant.id} and username = ${username}`
  return row
}

/** By a token that is renewed. */
async function renewed(person: { username: string }) {
  return callerAt(world.baseUrl, await world.identity.issueToken(person.username))
}

describe('an invitation to an address that signs in already', () => {
  test('is seen by its owner alone, with the account and the role, and changes nothing by itself', async () => {
    const { buyer, proponent, newcomer, accountAdmin, tenantId, invitationId, ...tenant } =
      await anInvited('AccountAdmin')
    expect(await buyer.call(readOwnAccounts)).toEqual({
      accounts: [{ accountId: 'buyer', name: 'The buyer', role: 'General', isFirst: true }],
      invitations: [
        {
          invitationId,
          accountId: 'proponent',
          account: 'The proponent',
          role: 'AccountAdmin',
          invitedAt: expect.any(String),
        },
      ],
    })
    for (const other of [proponent, newcomer, accountAdmin]) {
      expect((await other.call(readOwnAccounts)).invitations).toEqual([])
      const params = { invitationId }
      await expect(other.call(acceptInvitation, { params })).rejects.toMatchObject({ code: 'not_found' })
      await expect(other.call(declineInvitation, { params })).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await recordOf(tenant, buyer.username)).toEqual({ accountId: 'buyer', groups: [general(tenantId, 'buyer')] })
    expect((await buyer.call(listNotices)).items[0]).toMatchObject({
      kind: 'account.invite',
      facts: { account: 'The proponent' },
    })
    const { text } = await box.letterTo(buyer.email)
    expect(text).toContain(`${world.baseUrl.replace(/\/$/, '')}${paths.profile}`)
  })

  test('makes its owner a member once it is accepted; the first account stays the first', async () => {
    const { buyer, accountAdmin, tenantId, invitationId, ...tenant } = await anInvited('AccountAdmin')
    const params = { invitationId }
    const answer = await buyer.call(acceptInvitation, { params })
    expect(answer).toEqual({
      accounts: [
        { accountId: 'buyer', name: 'The buyer', role: 'General', isFirst: true },
        { accountId: 'proponent', name: 'The proponent', role: 'AccountAdmin', isFirst: false },
      ],
      invitations: [],
    })
    await expect(buyer.call(acceptInvitation, { params })).rejects.toMatchObject({ code: 'not_found' })
    const groups = [
      general(tenantId, 'buyer'),
      general(tenantId, 'proponent'),
      groupName({ tenantId, accountId: 'proponent', role: 'AccountAdmin' }),
    ]
    expect(await recordOf(tenant, buyer.username)).toEqual({ accountId: 'buyer', groups })
    expect((await personById(world.sql, buyer.username))?.groups).toEqual(groups)
    const { items } = await accountAdmin.call(listUsers, { query: { limit: 100 } })
    expect(items.filter(({ email }) => email === buyer.email)).toMatchObject([
      { username: buyer.username, status: 'ACTIVE', role: 'AccountAdmin', accountId: 'proponent' },
    ])
    const chosen = { headers: { [accountHeader]: 'proponent' } }
    expect((await (await renewed(buyer)).call(listUsers, { query: { limit: 1 }, ...chosen })).total).toBe(items.length)
    expect((await accountAdmin.call(listNotices)).items[0]).toMatchObject({
      kind: 'account.join',
      facts: { account: 'The proponent', role: 'AccountAdmin' },
    })
    const log = await accountAdmin.call(listAudit, { query: { act: 'account.join' } })
    expect(log.items).toMatchObject([{ actor: buyer.username, after: { role: 'AccountAdmin' } }])
  })

  test('is declined once, and the admins of the account see that', async () => {
    const { buyer, accountAdmin, invitationId, ...tenant } = await anInvited()
    const params = { invitationId }
    expect((await buyer.call(declineInvitation, { params })).invitations).toEqual([])
    await expect(buyer.call(acceptInvitation, { params })).rejects.toMatchObject({ code: 'not_found' })
    expect((await recordOf(tenant, buyer.username))?.accountId).toBe('buyer')
    expect((await accountAdmin.call(listUsers, { query: { q: buyer.email } })).items).toEqual([])
    expect((await accountAdmin.call(listNotices)).items[0]).toMatchObject({
      kind: 'account.decline',
      facts: { by: buyer.email, account: 'The proponent' },
    })
    // The account may ask again.
    const again = await accountAdmin.call(inviteUser, { body: { ...names, email: buyer.email } })
    expect((await buyer.call(readOwnAccounts)).invitations).toMatchObject([{ invitationId: again.username }])
  })

  test('is gone once the account takes it back, and cannot be accepted while the account is closed', async () => {
    const { buyer, accountAdmin, invitationId, tenantId } = await anInvited()
    const params = { invitationId }
    await world.sql`update account set status = 'suspended' where tenant_id = ${tenantId} and id = 'proponent'`
    await expect(buyer.call(acceptInvitation, { params })).rejects.toMatchObject({ code: 'conflict' })
    await world.sql`update account set status = 'active' where tenant_id = ${tenantId} and id = 'proponent'`
    await accountAdmin.call(deleteUser, { query: { username: invitationId } })
    await expect(buyer.call(acceptInvitation, { params })).rejects.toMatchObject({ code: 'not_found' })
    expect((await buyer.call(readOwnAccounts)).invitations).toEqual([])
  })

  test('follows the role that the account gives it meanwhile, and counts once', async () => {
    const { buyer, accountAdmin, invitationId } = await anInvited()
    await accountAdmin.call(updateUser, { body: { username: invitationId, role: 'AccountAdmin' } })
    const before = (await accountAdmin.call(listUsers, { query: { limit: 1 } })).total
    const { accounts } = await buyer.call(acceptInvitation, { params: { invitationId } })
    expect(accounts[1]).toMatchObject({ accountId: 'proponent', role: 'AccountAdmin' })
    expect((await accountAdmin.call(listUsers, { query: { limit: 1 } })).total).toBe(before)
  })

  test('gives a person without an account their first one', async () => {
    // Without groups, a token counts for the tenant of the site.
    const { accountAdmin, newcomer, ...tenant } = await aTenant({ world, isConfigured: true })
    const tenantId = tenant.tenant.id
    const { username: invitationId } = await accountAdmin.call(inviteUser, {
      body: { ...names, email: newcomer.email },
    })
    await newcomer.call(acceptInvitation, { params: { invitationId } })
    expect(await recordOf(tenant, newcomer.username)).toEqual({
      accountId: 'proponent',
      groups: [general(tenantId, 'proponent')],
    })
    const { accounts } = await (await renewed(newcomer)).call(readOwnAccounts)
    expect(accounts).toMatchObject([{ accountId: 'proponent', isFirst: true }])
  })
})

describe('leaving an account', () => {
  test('ends the membership, is told to its admins, and leaves the other account', async () => {
    const { buyer, accountAdmin, invitationId, tenantId, ...tenant } = await anInvited()
    await buyer.call(acceptInvitation, { params: { invitationId } })
    const { accounts } = await buyer.call(leaveAccount, { params: { accountId: 'buyer' } })
    expect(accounts).toMatchObject([{ accountId: 'proponent', isFirst: true }])
    const groups = [general(tenantId, 'proponent')]
    expect(await recordOf(tenant, buyer.username)).toEqual({ accountId: 'proponent', groups })
    expect((await personById(world.sql, buyer.username))?.groups).toEqual(groups)
    await accountAdmin.call(inviteUser, { body: { ...names, email: tenant.verifier.email } })
    const told = (await accountAdmin.call(listNotices)).items.map(({ kind }) => kind)
    expect(told).not.toContain('account.quit')
    const log = await tenant.tenantAdmin.call(listAudit, { query: { act: 'account.quit' } })
    expect(log.items).toMatchObject([{ actor: buyer.username }])
  })

  test('is told to the admins of the account', async () => {
    const { buyer, accountAdmin, invitationId } = await anInvited()
    await buyer.call(acceptInvitation, { params: { invitationId } })
    await buyer.call(leaveAccount, { params: { accountId: 'proponent' } })
    expect((await accountAdmin.call(listNotices)).items[0]).toMatchObject({
      kind: 'account.quit',
      facts: { account: 'The proponent' },
    })
    expect((await accountAdmin.call(listUsers, { query: { q: buyer.email } })).items).toEqual([])
  })

  test('is refused from the only account, from another one, and to the last admin', async () => {
    const { buyer, accountAdmin, invitationId, tenantId } = await anInvited()
    const leaving = (who: typeof buyer, accountId: string) => who.call(leaveAccount, { params: { accountId } })
    await expect(leaving(buyer, 'buyer')).rejects.toMatchObject({ code: 'conflict' })
    await expect(leaving(buyer, 'verifier')).rejects.toMatchObject({ code: 'not_found' })
    await buyer.call(acceptInvitation, { params: { invitationId } })
    await world.sql`
      update app_user set groups = groups || ${[general(tenantId, 'buyer')]}::text[]
      where tenant_id = ${tenantId} and username = ${accountAdmin.username}`
    await expect(leaving(accountAdmin, 'proponent')).rejects.toMatchObject({ code: 'last_admin' })
    expect((await accountAdmin.call(readOwnAccounts)).accounts).toHaveLength(2)
  })
})
