import { beforeAll, describe, expect, test } from 'vitest'
import { createClaim, listClaims } from '#shared/contract/claims.ts'
import {
  createProject,
  listMyProjects,
  listOwnedAssets,
  listProjects,
  readProject,
  updateProject,
  uploadDocument,
  uploadImage,
} from '#shared/contract/projects.ts'
import { listTransactions, syncTransactions } from '#shared/contract/transactions.ts'
import { deleteUser, inviteUser, listUsers, updateUser } from '#shared/contract/users.ts'
import { listBalances, mintUnits, transferUnits } from '#shared/contract/wallet.ts'
import { currentAccountId, isAccountAdmin, isTenantAdmin, userId } from '#shared/rules/groups.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { documentForm, pictureForm } from '../cells.ts'
import { type Side, sideOf } from '../sides.ts'

let side: Side
beforeAll(async () => {
  const tenant = await aTenant({ isConfigured: true })
  side = await sideOf(tenant, tenant.proponent)
}, 60_000)

const names = { firstName: 'Amina', lastName: 'Said' }
const record = (groups: string[], exp = Date.now() / 1000 + 60) => ({
  id_token: `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`,
  profile: { sub: 'u1', groups },
})

describe('6. Roles and permissions', () => {
  test('234 a visitor sees the public projects of a tenant, its claims, a project and the contact', async () => {
    const { visitor } = side.tenant
    const query = { tenantId: side.tenantId }
    const projects = await visitor.call(listProjects, { query })
    expect(projects.items.map(({ projectId }) => projectId)).toEqual([side.publishedId])
    expect((await visitor.call(listClaims, { query })).items).toMatchObject([{ claimId: side.claimId }])
    expect(await visitor.call(readProject, { query: { projectId: side.publishedId } })).toMatchObject({ items: [{}] })
    const site: unknown = await (await visitor.fetch('/config.json')).json()
    const contactAddress = expect.stringMatching(/./)
    expect(site).toMatchObject({ contactEmail: expect.stringContaining('@'), words: { en: { contactAddress } } })
  })

  test('235 who is signed in has projects, assets, wallet, transactions and claims, and acts on them', async () => {
    const { proponent } = side.tenant
    const { accountId, tenantId, assetId, verificationId, methodologyId, draftKey } = side
    for (const list of [listMyProjects, listOwnedAssets]) expect((await proponent.call(list)).total).toBeGreaterThan(0)
    for (const list of [listBalances, listTransactions]) {
      expect((await proponent.call(list, { query: { accountId } })).total).toBeGreaterThan(0)
    }
    expect((await proponent.call(listClaims, { query: { tenantId, accountId } })).total).toBe(1)

    const facts = { description: 'Replanting.', methodologyId, startDate: '2024-01-01', endDate: '2034-01-01' }
    await proponent.call(createProject, { body: { projectName: 'Another project', ...facts } })
    await proponent.call(updateProject, { query: { projectKey: draftKey }, body: { description: 'Replanted.' } })
    await proponent.call(uploadImage, { form: pictureForm(draftKey) })
    await proponent.call(uploadDocument, { form: documentForm(draftKey, 'PDS') })
    await proponent.call(mintUnits, { body: { verificationId, quantity: 2 } })
    const items = [{ assetId, quantity: 1 }]
    await proponent.call(transferUnits, { body: { toAccountId: 'buyer', items } })
    await proponent.call(syncTransactions, { body: {} })
    const claim = { beneficiaryKind: 'organisation', beneficiary: 'Savanna Tea', purpose: 'corporate target' } as const
    await proponent.call(createClaim, { body: { ...claim, items, isAuthorised: true } })
    expect((await proponent.call(listClaims, { query: { tenantId, accountId } })).total).toBe(2)
  })

  test('237 an admin lists, invites, changes and deletes users, and lists projects with an admin flag', async () => {
    const { tenantAdmin, accountAdmin, proponent } = side.tenant
    const email = `${crypto.randomUUID()}@registry.test`
    const { username } = await accountAdmin.call(inviteUser, { body: { ...names, email } })
    expect((await accountAdmin.call(listUsers, { query: { q: email } })).items).toMatchObject([{ username }])
    await accountAdmin.call(updateUser, { body: { username, firstName: 'Zawadi' } })
    expect((await accountAdmin.call(listUsers, { query: { q: email } })).items).toMatchObject([{ firstName: 'Zawadi' }])
    await accountAdmin.call(deleteUser, { query: { username } })
    expect((await accountAdmin.call(listUsers, { query: { q: email } })).total).toBe(0)

    const query = { tenantId: side.tenantId, isAdmin: 'true' } as const
    const all = await tenantAdmin.call(listProjects, { query })
    expect(all.items.map(({ status }) => status)).toContain('draft')
    await expect(proponent.call(listProjects, { query })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('238 a tenant admin has a group TenantAdmin or one that ends in |TenantAdmin', () => {
    expect(isTenantAdmin(['TenantAdmin'])).toBe(true)
    expect(isTenantAdmin(['t|TenantAdmin'])).toBe(true)
    expect(isTenantAdmin(['NotTenantAdmin', 't|a|General', 't|TenantAdmin|General'])).toBe(false)
  })

  test('239 an account admin has exactly {tenant}|{current account}|AccountAdmin', () => {
    expect(isAccountAdmin(['t|a|AccountAdmin'], 't', 'a')).toBe(true)
    expect(isAccountAdmin(['u|a|AccountAdmin', 't|b|AccountAdmin', 'x|t|a|AccountAdmin'], 't', 'a')).toBe(false)
    expect(isAccountAdmin(['t|a|AccountAdmin'], 't', null)).toBe(false)
  })

  test('240 the account id is that of the first group ending in |General, null if expired or without one', () => {
    const groups = ['t|a|AccountAdmin', 't|first|General', 't|second|General']
    expect(currentAccountId(record(groups), Date.now())).toBe('first')
    expect(currentAccountId(record(groups, Date.now() / 1000 - 60), Date.now())).toBeNull()
    expect(currentAccountId(record(['t|a|AccountAdmin', 'General']), Date.now())).toBeNull()
  })

  test('241 the user id is the profile’s sub', () => {
    expect(userId(record([]))).toBe('u1')
  })
})
