import { expect, test } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { claim, transfer } from '#server/units/ledger/movements.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { exportAudit } from '#shared/contract/exports.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { moved } from '#tests/kit/settled-ledger.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const address = '203.0.113.7'

async function movementsFound({ world, tenant, proponent }: TenantOfTest, assetId: string, requestId: string) {
  const actor = {
    userId: proponent.username,
    tenantId: tenant.id,
    accountIds: ['proponent'],
    adminOf: [],
    isTenantAdmin: false,
    address,
    requestId,
  }
  const order = { actor, idempotency: { key: null, requestHash: Buffer.alloc(32) } }
  const items = [{ assetId, quantity: 4 }]
  const sent = await moved(transfer(world.sql, order, { from: 'proponent', to: 'buyer', items, reason: null }))
  const wording = {
    id: newId(),
    beneficiary_kind: 'organisation' as const,
    beneficiary_name: 'The sea',
    beneficiary_country: null,
    purpose: 'voluntary',
    purpose_detail: '',
    period: null,
    country_of_consumption: null,
    note: '',
    note_is_public: true,
    notify_email: null,
    notify_language: null,
    own_reference: null,
    private_salt: null,
    verify_code: 'ABCDE-FGHJK',
  }
  const made = await moved(
    claim(world.sql, order, { from: 'proponent', items, wording, documentHash: Buffer.alloc(32, 1) }),
  )
  return { sent: sent.transactionId, claimed: made.transactionId, claimId: made.claimId }
}

test('address and id of a movement’s request are in the audit log only', async () => {
  const tenant = await aTenant()
  const { id } = tenant.tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const requestId = `request-${newId()}`
  const { sent, claimed, claimId } = await movementsFound(tenant, assetId, requestId)
  await tenant.world.settled(sent)
  await tenant.world.settled(claimed)

  const paths = [
    `/api/records/${sent}?tenantId=${id}`,
    `/api/records/${sent}/events?tenantId=${id}`,
    `/api/records/${claimed}?tenantId=${id}`,
    `/api/claims?tenantId=${id}`,
    `/api/claims/${claimId}?tenantId=${id}`,
    `/api/lookup?tenantId=${id}&q=${sent}`,
  ]
  const calls = [
    ...paths.map((path) => tenant.visitor.fetch(path)),
    ...[tenant.buyer, tenant.proponent].flatMap((person) => [
      person.fetch(`/api/transactions?accountId=${person.accountId}`),
      person.fetch('/api/notices'),
    ]),
  ]
  for (const response of await Promise.all(calls)) {
    const text = await response.text()
    expect({ url: response.url, status: response.status, text }).toEqual({
      url: response.url,
      status: 200,
      text: expect.not.stringMatching(`${address}|${requestId}`),
    })
  }
  for (const q of [address, requestId]) {
    const found = await tenant.visitor.fetch(`/api/lookup?tenantId=${id}&q=${q}`)
    expect(await found.text()).not.toMatch(`${sent}|${claimed}`)
  }

  const events = (await tenant.tenantAdmin.call(listAudit, { query: { q: requestId } })).items
  expect(events.map(({ act, address, requestId }) => [act, address, requestId])).toEqual([
    ['units.claim', address, requestId],
    ['units.transfer', address, requestId],
  ])
})

test('an account admin neither reads nor finds the addresses from which people of other accounts moved units', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  await movementsFound(tenant, assetId, 'of-another')
  const groups = (['General', 'AccountAdmin'] as const).map((role) =>
    groupName({ tenantId: tenant.tenant.id, accountId: 'buyer', role }),
  )
  const buyerAdmin = await tenant.addPerson(groups, 'buyer')

  const { items } = await buyerAdmin.call(listAudit)
  expect(items.map(({ act, address }) => [act, address])).toEqual([['units.transfer', null]])
  expect(Buffer.from(await buyerAdmin.call(exportAudit)).toString()).not.toContain(address)
  expect((await buyerAdmin.call(listAudit, { query: { q: address } })).items).toEqual([])
  const own = await tenant.accountAdmin.call(listAudit, { query: { q: address } })
  expect(own.items.map(({ act, address }) => [act, address])).toEqual([
    ['units.claim', address],
    ['units.transfer', address],
  ])
})
