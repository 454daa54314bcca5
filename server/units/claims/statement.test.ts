import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { readLegacyCertificate } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { anIssuedAsset, transferred } from '#tests/acts.ts'
import { aTenant } from '#tests/tenant.ts'
import { certificateNumber } from './certificates.ts'
import { statementOf } from './statement.ts'

test('the statement tells what an account minted, gave away, claimed and holds, and agrees with itself', async () => {
  const tenant = await aTenant()
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 1_000 })
  await transferred(tenant, { assetId, quantity: 300, toAccountId: 'buyer' })
  const claim = await tenant.proponent.call(createClaim, {
    body: {
      items: [{ assetId, quantity: 50 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Savanna Tea Ltd',
      purpose: 'corporate target',
      isAuthorised: true,
    },
  })
  const year = new Date().getUTCFullYear()
  const sums = { minted: 1_000, received: 0, transferred: 300, claimed: 50, cancelled: 0 }
  expect(await statementOf(tenant.world.deps, actorOf(tenant.tenant.id, 'proponent'), 'en')).toMatchObject({
    account: { id: 'proponent', name: 'The proponent' },
    totals: { ...sums, held: 650 },
    byYear: [{ year, ...sums }],
    byProject: [{ id: projectId, name: 'Mangroves of Gazi Bay', ...sums, held: 650 }],
    claimNumbers: [certificateNumber({ number: BigInt(claim.claimNumber) })],
    ledgerSequence: expect.any(Number),
  })
  expect(await statementOf(tenant.world.deps, actorOf(tenant.tenant.id, 'buyer'), 'en')).toMatchObject({
    totals: { minted: 0, received: 300, transferred: 0, claimed: 0, held: 300 },
  })
})

test.each([
  ['en', /1,000/],
  ['fr', /1\s000/],
  ['sw', /1,000/],
] as const)('the statement is a PDF in %s', async (language, quantity) => {
  const { proponent } = await aTenant({ holds: { proponent: 1_000 } })
  const bytes = await proponent.call(readLegacyCertificate, { query: { language } })
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  expect(text).toContain('The proponent')
  expect(text).toMatch(quantity)
})

test('the statement has the words of the registry in its language', async () => {
  const tenant = await aTenant({ holds: { proponent: 10 } })
  const { version } = await tenant.tenantAdmin.call(readSettings)
  const texts = { fr: { name: 'Registre des Mangroves', assetNamePlural: 'Tonnes bleues' } }
  await tenant.tenantAdmin.call(changeSettings, { body: { version, texts } })
  const textIn = async (language: 'en' | 'fr') => {
    const bytes = await tenant.proponent.call(readLegacyCertificate, { query: { language } })
    return (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text
  }
  const [french, english] = [await textIn('fr'), await textIn('en')]
  for (const words of ['Registre des Mangroves', 'Tonnes bleues']) {
    expect(french).toContain(words)
    expect(english).not.toContain(words)
  }
})

test('an account that never moved a unit has a statement too', async () => {
  const { verifier } = await aTenant()
  const bytes = await verifier.call(readLegacyCertificate)
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
})

function actorOf(tenantId: string, accountId: string) {
  const nowhere = { address: '', requestId: '' }
  return { userId: 'somebody', tenantId, accountIds: [accountId], adminOf: [], isTenantAdmin: false, ...nowhere }
}
