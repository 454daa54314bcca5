import { expect, test } from 'vitest'
import { readFigures } from '#shared/contract/registry.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('figures say that they are old once the chain was not compared, or not reached, for a quarter of an hour', async () => {
  const tenant = await aTenant()
  const { world, proponent } = tenant
  const { id: tenantId } = tenant.tenant
  const isOld = async () => (await proponent.call(readFigures, { query: { tenantId } })).isOld
  const age = (table: 'reconciliation' | 'settlement', minutes: number) =>
    table === 'settlement'
      ? world.sql`update settlement set updated_at = now() - make_interval(mins => ${minutes}) where tenant_id = ${tenantId}`
      : world.sql`update reconciliation set at = at - make_interval(mins => ${minutes}) where tenant_id = ${tenantId}`
  const compared = async () => (await proponent.call(readFigures, { query: { tenantId } })).reconciliation !== null

  const { transaction } = await anIssuedAsset(tenant, { quantity: 10 })
  expect(await isOld()).toBe(false)
  await world.settled(transaction.transactionId)
  await world.deps.settlement.pass()
  await expect.poll(compared).toBe(true)
  expect(await isOld()).toBe(false)
  await age('settlement', 15)
  expect(await isOld()).toBe(false)
  await world.sql`update settlement set state = 'submitted' where tenant_id = ${tenantId}`
  expect(await isOld()).toBe(true)
  await world.sql`update settlement set state = 'confirmed' where tenant_id = ${tenantId}`
  expect(await isOld()).toBe(false)
  await age('reconciliation', 15)
  expect(await isOld()).toBe(true)
})
