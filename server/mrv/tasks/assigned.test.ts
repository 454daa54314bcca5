import { expect, test } from 'vitest'
import { countAssigned } from '#shared/contract/work.ts'
import { aRequestedVerification, aVerifiedQuantity } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('a provider counts what is assigned to it by state, and nothing of others', async () => {
  const tenant = await aTenant()
  await aRequestedVerification(tenant, { quantity: 10 })
  await aVerifiedQuantity(tenant, { quantity: 20 })
  await expect(tenant.verifier.call(countAssigned)).resolves.toEqual({
    measurements: [],
    verifications: [
      { status: 'requested', count: 1 },
      { status: 'verified', count: 1 },
    ],
  })
  await expect(tenant.measurer.call(countAssigned)).resolves.toEqual({
    measurements: [{ status: 'accepted', count: 2 }],
    verifications: [],
  })
  await expect(tenant.buyer.call(countAssigned)).resolves.toEqual({ measurements: [], verifications: [] })
  const elsewhere = await aTenant()
  await expect(elsewhere.verifier.call(countAssigned)).resolves.toEqual({ measurements: [], verifications: [] })
})
