import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { readSums } from '#shared/contract/sums.ts'
import { burnUnits } from '#shared/contract/wallet.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

test('anybody reads what was issued, claimed, burnt and held, and a project of another type takes its units along', async () => {
  const tenant = await aTenant()
  const { proponent, tenantAdmin, visitor, world } = tenant
  const tenantId = tenant.tenant.id
  const read = () => visitor.call(readSums, { query: { tenantId } })
  expect(await read()).toMatchObject({ sequence: 0, months: [], types: [], beneficiaries: [] })

  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 10 })
  await proponent.call(createClaim, {
    body: {
      items: [{ assetId, quantity: 3 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Acme',
      purpose: 'personal',
      isAuthorised: true,
    },
  })
  await tenantAdmin.call(burnUnits, {
    body: { accountId: 'proponent', items: [{ assetId, quantity: 1 }], reason: 'Twice.' },
  })
  await expect.poll(async () => (await read()).sequence).toBe(3)

  const units = { issued: 10, retired: 3, cancelled: 1, held: 6 }
  const sums = await read()
  expect(sums).toMatchObject({
    months: [units],
    vintages: [{ key: '2024', ...units }],
    types: [{ key: '', ...units }],
    countries: [{ key: 'KE', ...units }],
    beneficiaries: [{ name: 'Acme', claims: 1, units: 3 }],
  })

  await world.sql`update project set kind = 'Mangroves', country = 'TZ' where tenant_id = ${tenantId} and id = ${projectId}`
  await expect
    .poll(read)
    .toMatchObject({ types: [{ key: 'Mangroves', ...units }], countries: [{ key: 'TZ', ...units }] })
  expect(await world.sql`select * from kept_sum_faults(${tenantId})`).toEqual([])
})
