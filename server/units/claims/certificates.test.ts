import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { updateAccount } from '#shared/contract/accounts.ts'
import { createClaim, listClaims, readClaim } from '#shared/contract/claims.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset, transferred } from '#tests/acts.ts'
import type { TenantOfTest } from '#tests/cast.ts'
import { aTenant } from '#tests/tenant.ts'

/** Has the admins of the buyer's, the proponent's and the verifier's account give it another name. */
async function renameAll({ tenant: { id: tenantId }, addPerson }: TenantOfTest) {
  for (const accountId of ['buyer', 'proponent', 'verifier']) {
    const groups = (['General', 'AccountAdmin'] as const).map((role) => groupName({ tenantId, accountId, role }))
    const admin = await addPerson(groups, accountId)
    await admin.call(updateAccount, { body: { name: `Renamed ${accountId}` } })
  }
}

test('a claim and its certificate keep the names of their day, in a language that is asked for later too', async () => {
  const tenant = await aTenant()
  const { buyer, visitor, world } = tenant
  const tenantId = tenant.tenant.id
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  await transferred(tenant, { assetId, quantity: 10, toAccountId: 'buyer' })
  const claimOne = () =>
    buyer.call(createClaim, {
      body: {
        items: [{ assetId, quantity: 1 }],
        beneficiaryKind: 'anonymous',
        purpose: 'personal',
        isAuthorised: true,
      },
    })
  const { claimId, transactionId } = await claimOne()
  await world.settled(transactionId)
  const page = async () => visitor.call(readClaim, { params: { claimId } })
  await expect.poll(async () => (await page()).certificate).not.toBeNull()
  const certificate = async (language: string) => {
    const answer = await visitor.fetch(`/certificates/${tenantId}/${claimId}.pdf?language=${language}`)
    expect(answer.status).toBe(200)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const issued = await certificate('en')

  await renameAll(tenant)
  expect((await page()).retiredBy).toBe('The buyer')
  expect(await certificate('en')).toEqual(issued)
  const { text } = await extractText(await certificate('fr'), { mergePages: true })
  for (const name of ['The buyer', 'The proponent', 'The verifier']) expect(text).toContain(name)
  expect(text).not.toContain('Renamed')

  expect((await claimOne()).retiredBy).toBe('Renamed buyer')
  const { items } = await visitor.call(listClaims, { query: { tenantId } })
  expect(items.map(({ retiredBy }) => retiredBy)).toEqual(['Renamed buyer', 'The buyer'])
})

test('a claim that another registry made says so and gets no certificate here', async () => {
  const tenant = await aTenant()
  const { proponent, visitor, world } = tenant
  const tenantId = tenant.tenant.id
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 10 })
  const { claimId, transactionId } = await proponent.call(createClaim, {
    body: { items: [{ assetId, quantity: 1 }], beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true },
  })
  // As the import leaves it: nobody asked for a certificate before.
  await world.sql`update claim set origin = 'import' where tenant_id = ${tenantId} and id = ${claimId}`
  await world.settled(transactionId)
  const page = await visitor.call(readClaim, { params: { claimId } })
  expect(page).toMatchObject({ isImported: true, settlement: 'confirmed', certificate: null })
  expect((await visitor.fetch(`/certificates/${tenantId}/${claimId}.pdf`)).status).toBe(409)

  const ofProject = await visitor.call(listClaims, { query: { tenantId, projectId } })
  expect(ofProject.items.map((claim) => claim.claimId)).toEqual([claimId])
  const ofAnother = await visitor.call(listClaims, { query: { tenantId, projectId: 'another' } })
  expect(ofAnother).toMatchObject({ items: [], total: 0 })
})
