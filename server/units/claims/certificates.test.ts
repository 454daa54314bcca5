import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { updateAccount } from '#shared/contract/accounts.ts'
import { createClaim, listClaims, readClaim } from '#shared/contract/claims.ts'
import { lookUp } from '#shared/contract/registry.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'

async function renameAll({ tenant: { id: tenantId }, addPerson }: TenantOfTest) {
  for (const accountId of ['buyer', 'proponent', 'verifier']) {
    const groups = (['General', 'AccountAdmin'] as const).map((role) => groupName({ tenantId, accountId, role }))
    const admin = await addPerson(groups, accountId)
    await admin.call(updateAccount, { body: { name: `Renamed ${accountId}` } })
  }
}

async function heldByBuyer(tenant: TenantOfTest, quantity: number): Promise<string> {
  const { assetId } = await anIssuedAsset(tenant, { quantity })
  await transferred(tenant, { assetId, quantity, toAccountId: 'buyer' })
  return assetId
}

const claimed = ({ buyer }: TenantOfTest, assetId: string) =>
  buyer.call(createClaim, {
    body: { items: [{ assetId, quantity: 1 }], beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true },
  })

test('a claim and its certificate keep the names of their day, also in a language that is requested later', async () => {
  const tenant = await aTenant()
  const { visitor, world } = tenant
  const tenantId = tenant.tenant.id
  const assetId = await heldByBuyer(tenant, 10)
  const claimOne = () => claimed(tenant, assetId)
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

test('a certificate whose wording was corrected gets a second version; the first one stays, superseded', async () => {
  const tenant = await aTenant()
  const { visitor, world } = tenant
  const tenantId = tenant.tenant.id
  const { claimId, transactionId } = await claimed(tenant, await heldByBuyer(tenant, 1))
  await world.settled(transactionId)
  const page = async () => visitor.call(readClaim, { params: { claimId } })
  await expect.poll(async () => (await page()).certificate?.sha256 ?? null, { timeout: 10_000 }).not.toBeNull()
  const certificate = async (query: string) => {
    const answer = await visitor.fetch(`/certificates/${tenantId}/${claimId}.pdf?${query}`)
    expect(answer.status).toBe(200)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const textOf = async (bytes: Uint8Array) =>
    (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replace(/\s+/g, ' ')
  const superseded = async (sha256 = '') =>
    (await visitor.call(lookUp, { query: { tenantId, q: sha256 } })).items.map(({ isSuperseded }) => isSuperseded)
  const first = await certificate('language=sw')
  const stored = (await page()).certificate?.files.find(({ language }) => language === 'sw')
  expect(await superseded(stored?.sha256)).toEqual([false])

  // As if issued with an earlier wording.
  await world.sql`update certificate set wording = wording - 1 where claim_id = ${claimId} and language = 'sw'`
  // Public responses are cached briefly.
  await expect.poll(() => superseded(stored?.sha256)).toEqual([true])
  const second = await certificate('language=sw')
  expect(await textOf(second)).toContain('toleo 2')
  expect(await certificate('language=sw')).toEqual(second)
  expect(await certificate('language=sw&version=1')).toEqual(first)
  const words = async (bytes: Uint8Array) => (await textOf(bytes)).replaceAll(/toleo \d/g, '')
  expect(await words(second)).toBe(await words(first))
  expect((await page()).certificate).toMatchObject({
    version: 1,
    status: 'VALID',
    files: [
      { language: 'en', version: 1, status: 'VALID' },
      { language: 'sw', version: 2, status: 'VALID' },
      { language: 'sw', version: 1, status: 'SUPERSEDED', sha256: stored?.sha256 },
    ],
  })
})

test('a stop waits for the certificates that are being issued behind answers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-certificates-'))
  closeAfterwards(() => rm(dataDir, { recursive: true }))
  const tenant = await aTenant({ world: await aWorld({ DATA_DIR: dataDir }) })
  const { visitor, world } = tenant
  const assetId = await heldByBuyer(tenant, 60)
  const claims = await Promise.all(Array.from({ length: 60 }, () => claimed(tenant, assetId)))
  for (const { transactionId } of claims) await world.settled(transactionId)
  const movements = claims.map(({ transactionId }) => transactionId)
  const links = () => world.sql`select from ledger_link where transaction_id = any(${movements})`
  await expect.poll(async () => (await links()).count, { timeout: 10_000 }).toBe(claims.length)
  for (const { claimId } of claims) await visitor.call(readClaim, { params: { claimId } })
  await world.stop()
  const written = await readdir(join(dataDir, 'files', 'certificates', tenant.tenant.id), { recursive: true })
  expect(written.filter((name) => /v1-en-.*\.pdf$/.test(name))).toHaveLength(claims.length)
})

test('a claim of another registry names that registry and gets no certificate here', async () => {
  const tenant = await aTenant()
  const { proponent, visitor, world } = tenant
  const tenantId = tenant.tenant.id
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 10 })
  const { claimId, transactionId } = await proponent.call(createClaim, {
    body: { items: [{ assetId, quantity: 1 }], beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true },
  })
  // As imported: without a certificate.
  await world.sql`update claim set origin = 'import' where tenant_id = ${tenantId} and id = ${claimId}`
  await world.settled(transactionId)
  const page = await visitor.call(readClaim, { params: { claimId } })
  expect(page).toMatchObject({ isImported: true, retiredBy: '', settlement: 'confirmed', certificate: null })
  expect((await visitor.fetch(`/certificates/${tenantId}/${claimId}.pdf`)).status).toBe(409)

  const projectClaims = await visitor.call(listClaims, { query: { tenantId, projectId } })
  expect(projectClaims.items.map((claim) => claim.claimId)).toEqual([claimId])
  const otherClaims = await visitor.call(listClaims, { query: { tenantId, projectId: 'another' } })
  expect(otherClaims).toMatchObject({ items: [], total: 0 })
})
