import { expect, test } from 'vitest'
import { createClaim, listClaims, readClaim } from '#shared/contract/claims.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('a list of claims for a file has the serial numbers of each claim, under the filters of the list', async () => {
  const tenant = await aTenant()
  const { buyer, visitor } = tenant
  const tenantId = tenant.tenant.id
  const [one, other] = [await anIssuedAsset(tenant, { quantity: 10 }), await anIssuedAsset(tenant, { quantity: 10 })]
  for (const { assetId } of [one, other]) await transferred(tenant, { assetId, quantity: 10, toAccountId: 'buyer' })
  const claim = (quantities: readonly number[]) =>
    buyer.call(createClaim, {
      body: {
        items: [one, other].flatMap(({ assetId }, index) => {
          const quantity = quantities[index]
          return quantity ? [{ assetId, quantity }] : []
        }),
        beneficiaryKind: 'anonymous',
        purpose: 'personal',
        isAuthorised: true,
      },
    })
  const claimOfTwo = await claim([2, 3])
  const claimOfOne = await claim([1])
  const serialsOf = async (claimId: string) =>
    (await visitor.call(readClaim, { params: { claimId } })).serials.map(({ serial }) => serial)

  const { serials, batches } = await visitor.call(readClaim, { params: { claimId: claimOfTwo.claimId } })
  for (const { assetId, first, last } of serials) {
    const batch = batches.find((each) => each.assetId === assetId)
    expect(batch).toMatchObject({ issued: 10, last: (batch?.first ?? 0) + 9 })
    expect(batch?.first).toBeLessThanOrEqual(first)
    expect(batch?.last).toBeGreaterThanOrEqual(last)
  }

  const listed = await visitor.call(listClaims, { query: { tenantId, serials: 'true' } })
  expect(listed.items.map(({ claimId, serials }) => [claimId, serials])).toEqual([
    [claimOfOne.claimId, await serialsOf(claimOfOne.claimId)],
    [claimOfTwo.claimId, await serialsOf(claimOfTwo.claimId)],
  ])
  expect(listed.items.map(({ serials }) => serials?.length)).toEqual([1, 2])
  const narrowed = await visitor.call(listClaims, {
    query: { tenantId, serials: 'true', q: String(claimOfTwo.claimNumber) },
  })
  expect(narrowed.items.map(({ claimId }) => claimId)).toEqual([claimOfTwo.claimId])
  const bare = await visitor.call(listClaims, { query: { tenantId } })
  expect(bare.items.map(({ serials }) => serials)).toEqual([undefined, undefined])
})
