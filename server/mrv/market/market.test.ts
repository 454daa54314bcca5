import { expect, test } from 'vitest'
import { listMarketBalances, listMarketProjects } from '#shared/contract/market.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('what is held in the tenant is shown, whoever holds it', async () => {
  const tenant = await aTenant()
  await openMarket(tenant)
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 1_000 })
  await transferred(tenant, { assetId, quantity: 400, toAccountId: 'buyer' })

  const balances = await tenant.measurer.call(listMarketBalances)
  expect(balances).toMatchObject({ total: 1, items: [{ assetId, projectId, balance: 1_000, vintage: '2024' }] })
  await expect(tenant.measurer.call(listMarketBalances, { query: { q: 'nothing like it' } })).resolves.toMatchObject({
    total: 0,
  })
})

test('a tenant whose market is off has none, and nobody has another tenant’s', async () => {
  const [closed, open] = await Promise.all([aTenant(), aTenant()])
  await openMarket(open)
  const refusal = { code: 'not_found', message: 'This registry has no market.' }
  await expect(closed.buyer.call(listMarketBalances)).rejects.toMatchObject(refusal)
  for (const tenantId of [closed.tenant.id, open.tenant.id]) {
    await expect(closed.buyer.call(listMarketProjects, { query: { tenantId } })).rejects.toMatchObject(refusal)
  }
  await expect(open.buyer.call(listMarketBalances)).resolves.toMatchObject({ total: 0 })
})

test('balances are paged by project', async () => {
  const tenant = await aTenant()
  await openMarket(tenant)
  for (let asset = 0; asset < 3; asset += 1) await anIssuedAsset(tenant, { quantity: 10 })
  const first = await tenant.buyer.call(listMarketBalances, { query: { limit: 2 } })
  const second = await tenant.buyer.call(listMarketBalances, { query: { limit: 2, cursor: first.nextCursor ?? '' } })
  expect(new Set([...first.items, ...second.items].map((item) => item.assetId)).size).toBe(3)
  expect(second.nextCursor).toBeNull()
})

/** An operator's flag; the tenant is cached from its first request on. */
async function openMarket({ world, tenant }: Awaited<ReturnType<typeof aTenant>>): Promise<void> {
  await world.sql`update tenant set enable_marketplace = true where id = ${tenant.id}`
}
