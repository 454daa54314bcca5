import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { readUnits } from '#shared/contract/units.ts'
import { burnUnits } from '#shared/contract/wallet.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'

async function aBatchInParts() {
  const tenant = await aTenant()
  const { assetId, verificationId, transaction } = await anIssuedAsset(tenant, { quantity: 100 })
  await transferred(tenant, { assetId, quantity: 30, toAccountId: 'buyer' })
  const claim = await tenant.buyer.call(createClaim, {
    body: {
      beneficiaryKind: 'organisation',
      beneficiary: 'The lake',
      purpose: 'other',
      purposeDetail: 'A test',
      isAuthorised: true,
      items: [{ assetId, quantity: 10 }],
    },
  })
  const accountId = transaction.to?.accountId ?? ''
  await tenant.tenantAdmin.call(burnUnits, { body: { accountId, items: [{ assetId, quantity: 5 }], reason: 'Twice.' } })
  const batch = claim.serials[0]?.serial.replace(/-\d+-\d+$/, '') ?? ''
  const at = (range: string, caller = tenant.visitor) =>
    caller.call(readUnits, { params: { serial: `${batch}-${range}` }, query: { tenantId: tenant.tenant.id } })
  return { tenant, batch, claim, at, assetId, verificationId }
}

test('a range says what each part is, what it rests on and how it came there', async () => {
  const { at, batch, claim, assetId, verificationId, tenant } = await aBatchInParts()
  const found = await at('1-120')
  expect(found).toMatchObject({
    serial: `${batch}-1-120`,
    origin: null,
    quantity: 120,
    asset: { assetId, issued: 100, vintage: expect.stringMatching(/^\d{4}$/) },
    evidence: { assetId, verification: { verificationId } },
    movementCount: 4,
  })
  expect(found.parts.map(({ state, first, last }) => [state, first, last])).toEqual([
    ['retired', 1, 10],
    ['held', 11, 30],
    ['cancelled', 31, 35],
    ['held', 36, 100],
    ['never issued', 101, 120],
  ])
  expect(found.movements.map(({ type, first, last }) => [type, first, last])).toEqual([
    ['burn', 31, 35],
    ['claim', 1, 10],
    ['transfer', 1, 30],
    ['mint', 1, 100],
  ])
  const claimed = found.movements.find(({ type }) => type === 'claim')
  expect(claimed).toMatchObject({ claimId: claim.claimId, transactionId: claim.transactionId, quantity: 10 })

  const one = await at('12')
  expect(one).toMatchObject({ serial: `${batch}-12-12`, quantity: 1, parts: [{ state: 'held' }] })
  expect(one.movements.map(({ type, first, last }) => [type, first, last])).toEqual([
    ['transfer', 12, 12],
    ['mint', 12, 12],
  ])
  expect(await at('12', tenant.verifier)).toMatchObject({ evidence: { isInsider: true } })
})

test('units that were never issued have no page, whoever asks', async () => {
  const { at, batch, tenant } = await aBatchInParts()
  const other = await aTenant()
  const query = { tenantId: tenant.tenant.id }
  const unknown = [batch.replace(/-\d+$/, '-99'), batch.replace(/^[^-]+/, 'XX'), 'no serial at all']
  for (const serial of unknown) {
    const call = tenant.visitor.call(readUnits, { params: { serial: `${serial}-1-2` }, query })
    await expect(call).rejects.toMatchObject({ status: 404, refusal: { reason: 'noSuch.units' } })
  }
  const elsewhere = { params: { serial: `${batch}-1-2` }, query: { tenantId: other.tenant.id } }
  await expect(tenant.visitor.call(readUnits, elsewhere)).rejects.toMatchObject({ status: 404 })
  // Beyond the end of a batch the range is of that batch, and none of its units ever was.
  expect(await at('500-501')).toMatchObject({ parts: [{ state: 'never issued' }], movements: [], movementCount: 0 })
})

test('the short address of units leads to their page', async () => {
  const { batch, tenant } = await aBatchInParts()
  const answer = await fetch(`${tenant.world.baseUrl}/unit/${batch}-1-2`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `/claims?unit=${batch}-1-2`])
})
