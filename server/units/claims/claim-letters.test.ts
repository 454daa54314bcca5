import { expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { createClaim, listClaims, readClaim } from '#shared/contract/claims.ts'
import { anIssuedAsset } from '#tests/acts.ts'
import { startPostBox } from '#tests/post-box.ts'
import { aTenant } from '#tests/tenant.ts'
import { sendClaimLetters } from './claim-letters.ts'

test('the address that a claim gives is sent the certificate once, after the confirmation, and its own words stay with the account', async () => {
  const tenant = await aTenant()
  const box = await startPostBox()
  const { proponent, buyer, visitor, tenantAdmin, world } = tenant
  const tenantId = tenant.tenant.id
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const { claimId, transactionId } = await proponent.call(createClaim, {
    body: {
      items: [{ assetId, quantity: 1 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Booking.com B.V.',
      purpose: 'corporate target',
      note: 'Paid by cost centre nine',
      noteIsPublic: false,
      notifyEmail: 'reports@example.org',
      notifyLanguage: 'fr',
      ownReference: 'PO-2026-77',
      isAuthorised: true,
    },
  })
  const post = () =>
    sendClaimLetters({
      sql: world.sql,
      config: world.config,
      mail: connectMail(box.url, 'contact@registry.test'),
      log: world.deps.log,
    })
  await world.settled(transactionId)
  await expect.poll(async () => (await visitor.call(readClaim, { params: { claimId } })).certificate).not.toBeNull()
  await post()
  const letter = await box.letterTo('reports@example.org')
  expect(letter.text).toContain(`/${tenantId}/${claimId}.pdf?language=fr`)
  expect(letter.text).toContain('Booking.\u2060com B.\u2060V.')
  expect(letter.text).not.toContain('cost centre')
  expect(letter.text).not.toContain('PO-2026-77')
  await post()
  expect(await world.sql`select from claim_letter where next_at is not null and tenant_id = ${tenantId}`).toHaveLength(
    0,
  )

  const own = {
    ownReference: 'PO-2026-77',
    privateNote: 'Paid by cost centre nine',
    notifyEmail: 'reports@example.org',
  }
  const query = { tenantId, accountId: 'proponent' }
  for (const q of ['po-2026', 'COST centre']) {
    const { items } = await proponent.call(listClaims, { query: { ...query, q } })
    expect(items).toMatchObject([{ claimId, own: { ...own, notifiedAt: expect.any(String) } }])
  }
  for (const reader of [visitor, buyer, tenantAdmin]) {
    const all = JSON.stringify([
      await reader.call(listClaims, { query: { tenantId } }),
      await reader.call(readClaim, { params: { claimId } }),
    ])
    for (const secret of ['PO-2026-77', 'cost centre', 'reports@example.org']) expect(all).not.toContain(secret)
    expect((await reader.call(listClaims, { query: { tenantId, q: 'PO-2026' } })).items).toEqual([])
  }
  expect(JSON.stringify(await tenantAdmin.call(listClaims, { query }))).not.toContain('cost centre')
  await box.stop()
})
