import { expect, test } from 'vitest'
import { letReceive, listAccounts } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { burnUnits, listBalances, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const nobodys = 'of-an-import'

async function withNobodys(): Promise<TenantOfTest & { assetId: string }> {
  const tenant = await aTenant()
  await tenant.world.sql`
    insert into account (tenant_id, id, name, kind, country, status, origin)
    values (${tenant.tenant.id}, ${nobodys}, 'Plantio Verde', 'proponent', 'BR', 'active', 'import')`
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  return { ...tenant, assetId }
}

async function listed(tenant: TenantOfTest, q: string) {
  const { items } = await tenant.proponent.call(listAccounts, { query: { q } })
  return items.map(({ accountId, hasPeople, canReceive, hasReceived }) => ({
    accountId,
    hasPeople,
    canReceive,
    hasReceived,
  }))
}

test('an account that nobody belongs to receives nothing until an admin of the registry lets it', async () => {
  const tenant = await withNobodys()
  const { assetId } = tenant
  const send = () => transferred(tenant, { assetId, quantity: 5, toAccountId: nobodys })
  const letIt = (mayReceive: boolean) =>
    tenant.tenantAdmin.call(letReceive, {
      params: { accountId: nobodys },
      body: { mayReceive, reason: 'Its people come on Monday.' },
    })

  await expect(listed(tenant, 'plantio')).resolves.toEqual([
    { accountId: nobodys, hasPeople: false, canReceive: false, hasReceived: false },
  ])
  await expect(send()).rejects.toMatchObject({ status: 409, code: 'nobody_receives' })

  await letIt(true)
  await send()
  await expect(listed(tenant, 'plantio')).resolves.toEqual([
    { accountId: nobodys, hasPeople: false, canReceive: true, hasReceived: true },
  ])
  await letIt(false)
  await expect(send()).rejects.toMatchObject({ code: 'nobody_receives' })

  await tenant.addPerson([groupName({ tenantId: tenant.tenant.id, accountId: nobodys, role: 'General' })], nobodys)
  await send()
  const { items } = await tenant.tenantAdmin.call(listAudit, { query: { q: nobodys } })
  expect(items.map(({ act }) => act)).toEqual(['account.stopReceiving', 'account.letReceive'])
})

test('whoever received among the last transfers is known; an account knows its own alone', async () => {
  const tenant = await withNobodys()
  await transferred(tenant, { assetId: tenant.assetId, quantity: 5, toAccountId: 'buyer' })
  await expect(listed(tenant, 'The buyer')).resolves.toMatchObject([{ accountId: 'buyer', hasReceived: true }])
  const { items } = await tenant.verifier.call(listAccounts, { query: { q: 'The buyer' } })
  expect(items).toMatchObject([{ accountId: 'buyer', hasReceived: false, canReceive: true }])
})

test('only a tenant admin decides which accounts receive', async () => {
  const tenant = await withNobodys()
  const request = { params: { accountId: nobodys }, body: { mayReceive: true, reason: 'Please.' } }
  await expect(tenant.accountAdmin.call(letReceive, request)).rejects.toMatchObject({ code: 'forbidden' })
  const elsewhere = await aTenant()
  await expect(elsewhere.tenantAdmin.call(letReceive, request)).rejects.toMatchObject({ code: 'not_found' })
})

test('a tenant admin previews and burns units of an account; others preview their own alone', async () => {
  const tenant = await withNobodys()
  const items = [{ assetId: tenant.assetId, quantity: 30 }]
  const request = { body: { accountId: 'proponent', items } }
  await expect(tenant.buyer.call(previewMovement, request)).rejects.toMatchObject({ status: 403 })
  const { items: previewed } = await tenant.tenantAdmin.call(previewMovement, request)
  expect(previewed).toMatchObject([{ quantity: 30, balanceBefore: 100, balanceAfter: 70, rangeCount: 1 }])
  await tenant.tenantAdmin.call(burnUnits, { body: { ...request.body, reason: 'Issued twice.' } })
  const balances = await tenant.tenantAdmin.call(listBalances, { query: { accountId: 'proponent' } })
  expect(balances.items).toMatchObject([{ balance: 70 }])
  const beyond = [{ assetId: tenant.assetId, quantity: 71 }]
  await expect(
    tenant.proponent.call(transferUnits, { body: { toAccountId: 'buyer', items: beyond } }),
  ).rejects.toMatchObject({ code: 'insufficient_balance' })
})
