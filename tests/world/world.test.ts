import { expect, test } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { readPublicRecord } from '#shared/contract/transactions.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('everybody of a tenant has a token that the server accepts', async () => {
  const tenant = await aTenant()
  const { tenantAdmin, accountAdmin, proponent, measurer, verifier, buyer } = tenant
  for (const person of [tenantAdmin, accountAdmin, proponent, measurer, verifier, buyer]) {
    expect(await person.call(readAccount)).toMatchObject({ accountId: person.accountId, tenantId: tenant.tenant.id })
  }
})

test('somebody without a group has no account, and a visitor is not known', async () => {
  const { newcomer, visitor } = await aTenant()
  await expect(newcomer.call(readAccount)).rejects.toMatchObject({ code: 'not_found', status: 404 })
  await expect(visitor.call(readAccount)).rejects.toMatchObject({ code: 'unauthenticated', status: 401 })
})

test('units that were held from the start came through mint and transfer', async () => {
  const { buyer, proponent } = await aTenant({ holds: { buyer: 10 } })
  const balanceOf = async (person: typeof buyer) => {
    const { items } = await person.call(listBalances, { query: { accountId: person.accountId ?? '' } })
    return items.map(({ balance }) => balance)
  }
  expect(await balanceOf(buyer)).toEqual([10])
  expect(await balanceOf(proponent)).toEqual([])
})

test('a movement gets to the chain', async () => {
  const tenant = await aTenant()
  const { transaction } = await anIssuedAsset(tenant, { quantity: 10 })
  await tenant.world.settled(transaction.transactionId)
  const { transactionId } = transaction
  const record = await tenant.visitor.call(readPublicRecord, {
    params: { transactionId },
    query: { tenantId: tenant.tenant.id },
  })
  expect(record.settlement.state).toBe('confirmed')
})
