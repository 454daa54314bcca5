import { createHash } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { listStatements, readLegacyCertificate } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { lookUp } from '#shared/contract/registry.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { certificateNumber } from './certificates.ts'

test('the statement lists what an account minted, gave away, claimed and holds, and agrees with itself', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 1_000 })
  await transferred(tenant, { assetId, quantity: 300, toAccountId: 'buyer' })
  const claim = await claimed(tenant, assetId, 50)
  const year = new Date().getUTCFullYear()
  const text = await textOf(await tenant.proponent.call(readLegacyCertificate))
  for (const words of [
    'The proponent',
    `${year} 1,000 0 300 50 0 Total 1,000 0 300 50 0`,
    'Mangroves of Gazi Bay 1,000 0 300 50 0 650 Total 1,000 0 300 50 0 650',
    `Claims · 1 ${certificateNumber({ number: BigInt(claim.claimNumber) })}`,
  ]) {
    expect(text).toContain(words)
  }
  const others = await textOf(await tenant.buyer.call(readLegacyCertificate))
  expect(others).toContain('Mangroves of Gazi Bay 0 300 0 0 0 300')
})

test('a statement is made once and stored until something moves, and the registry knows its code and its hash', async () => {
  const tenant = await aTenant()
  const { proponent, buyer, visitor } = tenant
  const tenantId = tenant.tenant.id
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  const first = await proponent.call(readLegacyCertificate)
  expect(await proponent.call(readLegacyCertificate)).toEqual(first)
  const [stored, ...more] = (await proponent.call(listStatements)).items
  expect(more).toEqual([])
  expect(stored?.sha256).toBe(createHash('sha256').update(first).digest('hex'))
  expect(await textOf(first)).toContain(stored?.verifyCode)

  for (const q of [stored?.verifyCode ?? '', stored?.sha256 ?? '']) {
    const { items } = await visitor.call(lookUp, { query: { tenantId, q } })
    expect(items).toMatchObject([{ kind: 'statement', title: 'The proponent', at: stored?.asOf }])
  }

  await claimed(tenant, assetId, 7)
  const second = await proponent.call(readLegacyCertificate)
  expect(await textOf(second)).toContain('Total 100 0 0 7 0 93')
  const statementId = stored?.statementId ?? ''
  expect(await proponent.call(readLegacyCertificate, { query: { statementId } })).toEqual(first)
  expect((await proponent.call(listStatements)).items).toHaveLength(2)
  await expect(buyer.call(readLegacyCertificate, { query: { statementId } })).rejects.toMatchObject({ status: 404 })
  expect((await buyer.call(listStatements)).items).toEqual([])
})

test('several who ask for one statement at once are given the same one', async () => {
  const { proponent } = await aTenant({ holds: { proponent: 10 } })
  const [one, ...others] = await Promise.all([1, 2, 3, 4].map(() => proponent.call(readLegacyCertificate)))
  for (const other of others) expect(other).toEqual(one)
  expect((await proponent.call(listStatements)).items).toHaveLength(1)
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

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

function claimed({ proponent }: TenantOfTest, assetId: string, quantity: number) {
  return proponent.call(createClaim, {
    body: {
      items: [{ assetId, quantity }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Savanna Tea Ltd',
      purpose: 'corporate target',
      isAuthorised: true,
    },
  })
}
