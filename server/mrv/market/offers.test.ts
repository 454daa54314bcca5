import { expect, test } from 'vitest'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { listMarketProjects, makeOffer, withdrawOffer } from '#shared/contract/market.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { anApprovedProject, anIssuedAsset, aVerifiedQuantity, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const terms = {
  price: 1_250,
  currency: 'USD',
  note: 'From ten units.',
  endsOn: '2199-12-31',
  contact: 'trade@registry.test',
  nfsw: false,
} as const

async function anOpenMarket(): Promise<TenantOfTest> {
  const tenant = await aTenant()
  await tenant.world.sql`update tenant set enable_marketplace = true where id = ${tenant.tenant.id}`
  return tenant
}

const offerOf = (caller: Caller, body: Pick<BodyOf<typeof makeOffer>, 'kind' | 'subjectId' | 'quantity'>) =>
  caller.call(makeOffer, { body: { ...terms, ...body } })

const inMarket = async ({ buyer, tenant }: TenantOfTest) =>
  (await buyer.call(listMarketProjects, { query: { tenantId: tenant.id } })).items

test('what a holder offers is in the market at its price, and no more of it than is still held', async () => {
  const tenant = await anOpenMarket()
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 1_000 })
  const made = await offerOf(tenant.proponent, { kind: 'issued', subjectId: assetId, quantity: 800 })
  expect(made).toMatchObject({ projectId, balance: 800, verified: true, lazyMinted: false, nfsw: false })
  await transferred(tenant, { assetId, quantity: 700, toAccountId: 'buyer' })
  const [item] = await inMarket(tenant)
  expect(item).toMatchObject({ balance: 300, sortPrice: 1_250, addDate: made.addDate })
  const { holder, currency, endsOn, contact, mayWithdraw } = item?.offer ?? {}
  expect({ currency, endsOn, contact, mayWithdraw }).toEqual({
    currency: 'USD',
    endsOn: '2199-12-31',
    contact: 'trade@registry.test',
    mayWithdraw: false,
  })
  expect(holder).toBe(made.offer.holder)
  await transferred(tenant, { assetId, quantity: 300, toAccountId: 'buyer' })
  expect(await inMarket(tenant)).toEqual([])
})

test('what is verified and not issued is lazily minted, and what is only expected is not verified', async () => {
  const tenant = await anOpenMarket()
  const { proponent } = tenant
  const { verificationId } = await aVerifiedQuantity(tenant, { quantity: 500 })
  await offerOf(proponent, { kind: 'verified', subjectId: verificationId, quantity: 500 })
  const { projectId } = await anApprovedProject(tenant)
  await offerOf(proponent, { kind: 'expected', subjectId: projectId, quantity: 9_000 })
  expect((await inMarket(tenant)).map(({ verified, lazyMinted }) => [verified, lazyMinted])).toEqual([
    [false, false],
    [true, true],
  ])
  await proponent.call(mintUnits, { body: { verificationId, quantity: 500 } })
  expect((await inMarket(tenant)).map(({ lazyMinted }) => lazyMinted)).toEqual([false])
})

test('nobody offers what they do not have, more than there is, or for a day that is over', async () => {
  const tenant = await anOpenMarket()
  const { proponent, buyer } = tenant
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 100 })
  const refused = (offer: Promise<unknown>, code: string) => expect(offer).rejects.toMatchObject({ code })
  await refused(offerOf(buyer, { kind: 'issued', subjectId: assetId, quantity: 1 }), 'insufficient_balance')
  await refused(offerOf(proponent, { kind: 'issued', subjectId: assetId, quantity: 101 }), 'insufficient_balance')
  await refused(offerOf(buyer, { kind: 'expected', subjectId: projectId, quantity: 1 }), 'not_found')
  const over = { ...terms, kind: 'issued', subjectId: assetId, quantity: 1, endsOn: '2020-01-01' } as const
  await refused(proponent.call(makeOffer, { body: over }), 'invalid')
})

test('its account and the registry’s admins withdraw an offer, nobody else does', async () => {
  const tenant = await anOpenMarket()
  const { proponent, buyer, tenantAdmin } = tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  for (const caller of [proponent, tenantAdmin]) {
    const { offer } = await offerOf(proponent, { kind: 'issued', subjectId: assetId, quantity: 10 })
    const params = { offerId: offer.offerId }
    await expect(buyer.call(withdrawOffer, { params })).rejects.toMatchObject({ code: 'not_found' })
    await caller.call(withdrawOffer, { params })
    expect(await inMarket(tenant)).toEqual([])
    await expect(caller.call(withdrawOffer, { params })).rejects.toMatchObject({ code: 'not_found' })
  }
})
