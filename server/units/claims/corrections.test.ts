import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { checkProof } from '#proof/check.ts'
import { correctionRecord } from '#proof/correction.ts'
import { inTransaction } from '#server/infra/db/database.ts'
import { verifyLedger } from '#server/units/ledger/verify-ledger.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { readBeneficiary } from '#shared/contract/beneficiaries.ts'
import { correctClaim, createClaim, listClaims, readClaim } from '#shared/contract/claims.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { lookUp } from '#shared/contract/registry.ts'
import { readProof } from '#shared/contract/transactions.ts'
import { groupName } from '#shared/rules/groups.ts'
import { limits } from '#shared/rules/limits.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const first = {
  beneficiaryKind: 'organisation',
  beneficiary: 'Lakeside Fisheris',
  beneficiaryCountry: 'KE',
  purpose: 'corporate target',
  periodStart: '2024-01-01',
  periodEnd: '2024-12-31',
} as const
const corrected = { ...first, beneficiary: 'Lakeside Fisheries', periodEnd: '2025-06-30' } as const

async function aClaim(words: Partial<BodyOf<typeof createClaim>> = {}) {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  await transferred(tenant, { assetId, quantity: 10, toAccountId: 'buyer' })
  const items = [{ assetId, quantity: 3 }]
  const claim = await tenant.buyer.call(createClaim, { body: { ...first, items, isAuthorised: true, ...words } })
  return { tenant, claim }
}

type Made = Awaited<ReturnType<typeof aClaim>>

const correct = (who: Person, { claim }: Made, body: Partial<BodyOf<typeof correctClaim>> = {}, key?: string) =>
  who.call(correctClaim, {
    params: { claimId: claim.claimId },
    body: { ...corrected, version: 1, ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

const page = ({ tenant, claim }: Made) => tenant.visitor.call(readClaim, { params: { claimId: claim.claimId } })

function proof({ tenant, claim: { transactionId } }: Made) {
  return tenant.visitor.call(readProof, { params: { transactionId }, query: { tenantId: tenant.tenant.id } })
}

/** Moves the time of the claim, which no hash covers. */
async function claimedAgo({ tenant: { world }, claim }: Made, interval: string): Promise<void> {
  await world.sql`update claim set claimed_at = now() - ${interval}::interval where id = ${claim.claimId}`
}

test('the account corrects its wording: all readers show the new one, the earlier stays, and the proof holds', async () => {
  const made = await aClaim()
  const { tenant, claim } = made
  await made.tenant.world.linked()
  expect(await correct(tenant.buyer, made)).toEqual({ claimId: claim.claimId, version: 2 })
  expect(await page(made)).toMatchObject({
    ...corrected,
    version: 2,
    quantity: claim.quantity,
    serials: claim.serials,
    verifyCode: claim.verifyCode,
    versions: [
      { version: 2, beneficiary: 'Lakeside Fisheries', periodEnd: '2025-06-30', by: 'account', reason: null },
      { version: 1, beneficiary: 'Lakeside Fisheris', periodEnd: '2024-12-31', by: 'account', at: claim.claimedAt },
    ],
  })
  const tenantId = tenant.tenant.id
  for (const q of ['Fisheries', 'fisheries lakeside']) {
    const found = await tenant.visitor.call(listClaims, { query: { tenantId, q } })
    expect(found.items.map(({ beneficiary }) => beneficiary)).toEqual(['Lakeside Fisheries'])
  }
  const file = await (await tenant.visitor.fetch(`/api/claims.csv?tenantId=${tenantId}`)).text()
  expect(file).toContain('Lakeside Fisheries')
  expect(file).not.toContain('Lakeside Fisheris')
  const sums = await tenant.visitor.call(readBeneficiary, { query: { tenantId, beneficiary: 'Lakeside Fisheries' } })
  expect(sums).toMatchObject({ claims: 1, units: 3, spellings: [{ name: 'Lakeside Fisheries' }] })
  const { sql } = tenant.world
  expect([...(await sql`select kept_sum_faults(${tenantId})`)]).toEqual([])
  expect((await verifyLedger(sql, tenantId)).fault).toBeNull()

  const proven = await proof(made)
  expect(checkProof(proven).filter(({ holds }) => !holds)).toEqual([])
  expect(proven.document).toContain('Lakeside Fisheris"')
  expect(proven.corrections?.map((text) => correctionRecord.parse(JSON.parse(text)))).toMatchObject([
    { version: 2, beneficiary: 'Lakeside Fisheries', period: '[2024-01-01,2025-06-30]', byRegistry: false },
  ])
})

test('an earlier certificate is superseded in every language, and the next one states the new words and what they replace', async () => {
  const made = await aClaim()
  const { tenant, claim } = made
  const { visitor, world, buyer } = tenant
  await world.settled(claim.transactionId)
  await expect.poll(async () => (await page(made)).certificate?.sha256 ?? null, { timeout: 10_000 }).not.toBeNull()
  const bytesOf = async (query: string) => {
    const answer = await visitor.fetch(`/certificates/${tenant.tenant.id}/${claim.claimId}.pdf?${query}`)
    expect(answer.status).toBe(200)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const textOf = async (query: string) =>
    (await extractText(await bytesOf(query), { mergePages: true })).text.replace(/\s+/g, ' ')
  const isSuperseded = async (q: string) => {
    const { items } = await visitor.call(lookUp, { query: { tenantId: tenant.tenant.id, q } })
    return items.map((item) => item.isSuperseded)
  }
  const before = await bytesOf('language=en')
  const hashBefore = (await page(made)).certificate?.sha256 ?? ''
  expect(await isSuperseded(hashBefore)).toEqual([false])
  await correct(buyer, made)
  await expect.poll(() => isSuperseded(hashBefore)).toEqual([true])

  const text = await textOf('language=en')
  expect(text).toContain('Lakeside Fisheries')
  expect(text).toContain('version 2')
  expect(text).toContain('This version replaces the earlier ones. Corrected by the account on')
  expect(text).toMatch(/: beneficiary, period\./)
  expect(await bytesOf('language=en&version=1')).toEqual(before)
  // No French certificate was opened before.
  expect(await textOf('language=fr')).toMatch(/version 2.*Lakeside Fisheries/)
  const signed = await visitor.fetch(`/certificates/${tenant.tenant.id}/${claim.claimId}.json`)
  expect(await signed.json()).toMatchObject({
    credentialSubject: { version: 2, correction: { version: 2, byRegistry: false } },
  })
  expect((await page(made)).certificate).toMatchObject({
    version: 2,
    status: 'VALID',
    files: [
      { language: 'en', version: 2, status: 'VALID' },
      { language: 'en', version: 1, status: 'SUPERSEDED', sha256: hashBefore },
      { language: 'fr', version: 2, status: 'VALID' },
    ],
  })
})

test('the account corrects until day 30, then only the registry, with a reason; the account is told', async () => {
  const made = await aClaim()
  const { buyer, tenantAdmin } = made.tenant
  await made.tenant.world.linked()
  await claimedAgo(made, `${limits.correctionDays} days - 1 minute`)
  await correct(buyer, made)
  await claimedAgo(made, `${limits.correctionDays} days + 1 second`)
  const next = { version: 2, beneficiary: 'Lakeside Fisheries Limited' }
  await expect(correct(buyer, made, next)).rejects.toMatchObject({
    status: 403,
    refusal: { reason: 'claim.correctionLate' },
  })
  await expect(correct(tenantAdmin, made, next)).rejects.toMatchObject({ refusal: { reason: 'decision.reason' } })
  await correct(tenantAdmin, made, { ...next, reason: 'The register of companies says so.' })
  const [version] = (await page(made)).versions
  expect(version).toMatchObject({ version: 3, by: 'registry', reason: 'The register of companies says so.' })
  const notices = await buyer.call(listNotices, { query: {} })
  expect(notices.items.find(({ kind }) => kind === 'units.correct')?.facts).toMatchObject({
    reason: 'The register of companies says so.',
  })
  const { items } = await tenantAdmin.call(listAudit, { query: { act: 'units.correct' } })
  expect(items.map(({ actor, before, after }) => ({ actor, before, after }))).toMatchObject([
    {
      actor: tenantAdmin.username,
      before: { beneficiary: 'Lakeside Fisheries' },
      after: { beneficiary: 'Lakeside Fisheries Limited', version: 3, reason: 'The register of companies says so.' },
    },
    { actor: buyer.username, before: { periodEnd: '2024-12-31' }, after: { periodEnd: '2025-06-30', version: 2 } },
  ])
})

test('nobody else corrects a claim, nor an imported one, one of a suspended account, or words that stay', async () => {
  const made = await aClaim()
  const { tenant, claim } = made
  const { buyer, proponent, newcomer, tenantAdmin, verifier, addPerson, world } = tenant
  for (const other of [proponent, verifier]) {
    await expect(correct(other, made)).rejects.toMatchObject({ status: 403, refusal: { reason: 'notYours.claim' } })
  }
  await expect(correct(newcomer, made)).rejects.toMatchObject({ status: 403 })
  const { tenantAdmin: foreigner } = await aTenant()
  await expect(correct(foreigner, made, { reason: 'No.' })).rejects.toMatchObject({ status: 404 })
  await expect(correct(tenantAdmin, made)).rejects.toMatchObject({ refusal: { reason: 'decision.reason' } })
  await expect(correct(buyer, made, first)).rejects.toMatchObject({
    status: 409,
    refusal: { reason: 'claim.sameWords' },
  })
  await expect(correct(buyer, made, { version: 2 })).rejects.toMatchObject({
    refusal: { reason: 'claim.correctedMeanwhile' },
  })
  await expect(correct(buyer, made, { beneficiary: '' })).rejects.toMatchObject({ status: 400 })
  const inTenant = { tenantId: tenant.tenant.id, accountId: 'buyer' }
  const colleague = await addPerson([groupName({ ...inTenant, role: 'General' })], 'buyer')
  await world.sql`update account set status = 'suspended' where tenant_id = ${tenant.tenant.id} and id = 'buyer'`
  await expect(correct(colleague, made)).rejects.toMatchObject({ status: 409 })
  await world.sql`update account set status = 'active' where tenant_id = ${tenant.tenant.id} and id = 'buyer'`
  await world.sql`update claim set origin = 'import' where id = ${claim.claimId}`
  await expect(correct(colleague, made)).rejects.toMatchObject({ refusal: { reason: 'claim.importedCorrection' } })
  expect(await page(made)).toMatchObject({ version: 1, versions: [], correctableUntil: null })
})

test('of two corrections at once one is made, and one that is sent again is made once', async () => {
  const made = await aClaim()
  const { buyer } = made.tenant
  const names = ['Lakeside Fishery', 'Lakeside Fisheries']
  const ends = await Promise.allSettled(names.map((beneficiary) => correct(buyer, made, { beneficiary })))
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ends.find((end) => end.status === 'rejected')?.reason).toMatchObject({
    status: 409,
    refusal: { reason: 'claim.correctedMeanwhile' },
  })
  const again = () => correct(buyer, made, { version: 2, beneficiary: 'Lakeside' }, 'corrected-once')
  expect(await again()).toEqual(await again())
  expect((await page(made)).versions.map(({ version }) => version)).toEqual([3, 2, 1])
  await made.tenant.world.linked()
  const { sql } = made.tenant.world
  expect([...(await sql`select kept_sum_faults(${made.tenant.tenant.id})`)]).toEqual([])
})

test('a correction takes and gives the name of a beneficiary in the sums', async () => {
  const made = await aClaim()
  const { tenant } = made
  const { sql } = tenant.world
  const names = async () => {
    const rows = await sql<{ name: string }[]>`select name from beneficiary_sum where tenant_id = ${tenant.tenant.id}`
    return rows.map(({ name }) => name)
  }
  await made.tenant.world.linked()
  await expect.poll(names).toEqual(['Lakeside Fisheris'])
  const { beneficiary: _, ...unnamed } = corrected
  await correct(tenant.buyer, made, { ...unnamed, beneficiary: undefined, beneficiaryKind: 'anonymous' })
  expect(await names()).toEqual([])
  await correct(tenant.buyer, made, { version: 2 })
  expect(await names()).toEqual(['Lakeside Fisheries'])
  expect([...(await sql`select kept_sum_faults(${tenant.tenant.id})`)]).toEqual([])
})

test.each([
  ['the newest words', "update claim set beneficiary_name = 'Another' where id = $"],
  [
    'the first words',
    `update claim_correction set superseded = jsonb_set(superseded, '{beneficiary}', '"Another"') where claim_id = $`,
  ],
  ['who corrected them', "update claim_correction set by_registry = true, reason = 'No' where claim_id = $"],
  ['when', "update claim_correction set corrected_at = corrected_at + interval '1 ms' where claim_id = $"],
  ['the correction, which is gone', 'delete from claim_correction where claim_id = $'],
])('a change of %s behind the registry is found', async (_, harm) => {
  const made = await aClaim()
  const { tenant, claim } = made
  await made.tenant.world.linked()
  await correct(tenant.buyer, made)
  const { sql } = tenant.world
  const undone = Promise.withResolvers<unknown>()
  await inTransaction(sql, async (tx) => {
    await tx`alter table claim_correction disable trigger user`
    await tx.unsafe(harm.replace('$', `'${claim.claimId}'`))
    undone.resolve((await verifyLedger(tx, tenant.tenant.id)).fault)
    throw new Error('undone')
  }).catch((error: unknown) => undone.reject(error))
  expect(await undone.promise).toMatchObject({ transactionId: claim.transactionId, of: 'document' })
})

test('nobody changes a correction that was made', async () => {
  const made = await aClaim()
  await correct(made.tenant.buyer, made)
  const { sql } = made.tenant.world
  await expect(sql`update claim_correction set reason = 'x' where claim_id = ${made.claim.claimId}`).rejects.toThrow(
    'append-only',
  )
})
