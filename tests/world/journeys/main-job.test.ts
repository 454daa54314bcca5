import sharp from 'sharp'
import { extractText } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { createClaim, listClaims, readClaim } from '#shared/contract/claims.ts'
import {
  decideMeasurement,
  listMeasurements,
  openMeasurement,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import {
  createProject,
  decideProject,
  listMyProjects,
  listOwnedAssets,
  listProjects,
  readProject,
  updateProject,
  uploadDocument,
  uploadImage,
} from '#shared/contract/projects.ts'
import { lookUp, readFigures } from '#shared/contract/registry.ts'
import { listTransactions, readPublicRecord, syncTransactions } from '#shared/contract/transactions.ts'
import { decideVerification, listVerifications } from '#shared/contract/verifications.ts'
import { listBalances, mintUnits, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { anApprovedMethodology, anIssuedAsset, aVerifiedQuantity } from '#tests/kit/acts.ts'
import { anEmptyPdf } from '#tests/kit/an-empty-pdf.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const aPicture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#2f6e4e' } })
    .png()
    .toBuffer()

function form(fields: Record<string, string>, name: string, file: Uint8Array, fileName: string): FormData {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.set(field, value)
  data.set(name, new Blob([Uint8Array.from(file)]), fileName)
  return data
}

/** A tenant's ledger, to compare around a refusal. */
async function ledgerOf({ world, tenant }: TenantOfTest) {
  await linkPending(world.sql)
  const faults = await world.sql`select * from ledger_faults(${tenant.id})`
  const [counts] = await world.sql`
    select (select count(*) from transaction where tenant_id = ${tenant.id}) as transactions,
      (select count(*) from entry where tenant_id = ${tenant.id}) as entries,
      (select count(*) from claim where tenant_id = ${tenant.id}) as claims,
      (select count(*) from settlement where tenant_id = ${tenant.id}) as settlements,
      (select coalesce(sum(held), 0)::bigint from balance where tenant_id = ${tenant.id}) as held,
      (select coalesce(sum(retired), 0)::bigint from balance where tenant_id = ${tenant.id}) as retired`
  return { faults, counts }
}

test('from a project request to a public certificate', async () => {
  const registry = await aTenant()
  const { proponent, tenantAdmin, measurer, verifier, buyer, visitor, world } = registry
  const tenantId = registry.tenant.id

  // A proponent requests a project.
  const { methodologyId, name: methodology } = await anApprovedMethodology(registry)
  const draft = await proponent.call(createProject, {
    body: {
      projectName: 'Cookstoves of Kitui',
      description: 'Four thousand households cook with half the wood.',
      methodologyId,
      measurementProviderId: 'measurer',
      verificationProviderId: 'verifier',
      startDate: '2023-01-01',
      endDate: '2030-12-31',
      country: 'KE',
    },
  })
  const { projectId, projectKey } = draft
  expect(draft).toMatchObject({ status: 'draft', stage: 'registration', methodology, country: 'KE' })
  const pictured = await proponent.call(uploadImage, {
    form: form({ projectKey }, 'image', await aPicture(), 'stove.png'),
  })
  expect(pictured.imageFileName).toMatch(/\.webp$/)
  const address = new URL(pictured.image ?? '')
  const picture = await visitor.fetch(address.pathname + address.search)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  const documented = await proponent.call(uploadDocument, {
    form: form({ projectKey, documentType: 'PDS' }, 'document', await anEmptyPdf(), 'design.pdf'),
  })
  expect(documented.documents).toMatchObject([{ documentType: 'PDS', originalName: 'design.pdf', version: 1 }])
  await proponent.call(updateProject, {
    query: { projectKey },
    body: { sustainabilityStatement: 'Less smoke at home.' },
  })
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  expect((await visitor.call(listProjects, { query: { tenantId } })).items).toEqual([])

  // The project is approved, its measurement verified.
  await tenantAdmin.call(decideProject, { params: { projectId }, body: { act: 'approve' } })
  const opened = await measurer.call(openMeasurement, {
    body: { projectId, periodStart: '2023-01-01', periodEnd: '2023-12-31' },
  })
  await measurer.call(submitMeasurement, { params: { measurementId: opened.measurementId }, body: { quantity: 1_200 } })
  const [waiting] = (await proponent.call(listMeasurements, { query: { tenantId } })).items
  expect(waiting).toMatchObject({ status: 'submitted', quantity: 1_200 })
  await proponent.call(decideMeasurement, { params: { measurementId: opened.measurementId }, body: { act: 'accept' } })
  const [requested] = (await verifier.call(listVerifications, { query: { tenantId } })).items
  const verified = await verifier.call(decideVerification, {
    params: { verificationId: requested?.verificationId ?? '' },
    body: { outcome: 'verified', quantity: 1_000, statement: 'Seen and weighed.', noConflictOfInterest: true },
  })
  expect(verified).toMatchObject({ status: 'verified', measured: 1_200, quantity: 1_000, available: 1_000 })

  // The proponent mints.
  const minted = await proponent.call(mintUnits, { body: { verificationId: verified.verificationId, quantity: 800 } })
  expect(minted).toMatchObject({ type: 'mint', quantity: 800, settlement: { state: 'recorded' } })
  const [held] = (await proponent.call(listBalances, { query: { accountId: 'proponent' } })).items
  expect(held).toMatchObject({ balance: 800, projectName: 'Cookstoves of Kitui', vintage: '2023', rangeCount: 1 })
  expect(held?.serials[0]?.serial).toMatch(/-KE-1-2023-1-1-800$/)
  expect(await visitor.call(readProject, { query: { projectId, tenantId } })).toMatchObject({
    assetsMinted: 800,
    assetsAvailable: 800,
    blockchainAddressActive: true,
    status: 'active',
  })
  expect((await proponent.call(listMyProjects, {})).items).toHaveLength(1)
  const assetId = held?.assetId ?? ''

  // The buyer receives and claims units.
  await proponent.call(transferUnits, { body: { toAccountId: 'buyer', items: [{ assetId, quantity: 300 }] } })
  expect((await buyer.call(listOwnedAssets, {})).items).toMatchObject([{ balance: 300 }])
  const preview = await buyer.call(previewMovement, { body: { items: [{ assetId, quantity: 120 }] } })
  expect(preview.items[0]).toMatchObject({ balanceBefore: 300, balanceAfter: 180, rangeCount: 1 })
  const claim = await buyer.call(createClaim, {
    body: {
      items: [{ assetId, quantity: 120 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Harbour Bakery',
      purpose: 'corporate target',
      isAuthorised: true,
    },
  })
  expect(claim).toMatchObject({ quantity: 120, settlement: 'recorded', certificate: null })
  expect(claim.serials.map((range) => range.serial)).toEqual(preview.items[0]?.serials.map((range) => range.serial))

  // The claim is confirmed.
  const early = await visitor.fetch(`/certificates/${tenantId}/${claim.claimId}.pdf`)
  expect(early.status).toBe(409)
  await world.settled(claim.transactionId)
  await buyer.call(syncTransactions, { body: {} })
  await expect
    .poll(async () => (await visitor.call(readClaim, { params: { claimId: claim.claimId } })).certificate)
    .toMatchObject({
      status: 'VALID',
      version: 1,
    })
  const page = await visitor.call(readClaim, { params: { claimId: claim.claimId } })
  expect(page.settlement).toBe('confirmed')
  const record = await visitor.call(readPublicRecord, { params: { transactionId: claim.transactionId } })
  expect(record).toMatchObject({
    type: 'claim',
    quantity: 120,
    ledger: { sequence: 3 },
    entries: [{ state: 'retired' }],
  })
  expect(record.chain?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)

  const pdf = await visitor.fetch(new URL(page.certificate?.url ?? '').pathname)
  const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()), { mergePages: true })
  expect(text).toContain('Harbour Bakery')
  expect(text).toContain('Cookstoves of Kitui')
  expect(text).toContain(claim.verifyCode)
  expect((await visitor.call(listClaims, { query: { tenantId } })).items).toMatchObject([
    { beneficiary: 'Harbour Bakery' },
  ])
  // Serial number, certificate number and code find the claim.
  for (const q of [claim.serials[0]?.serial ?? '', page.certificate?.number ?? '', claim.verifyCode]) {
    expect((await visitor.call(lookUp, { query: { tenantId, q } })).items).toMatchObject([{ id: claim.claimId }])
    expect((await visitor.call(listClaims, { query: { tenantId, q } })).items).toMatchObject([
      { claimId: claim.claimId },
    ])
  }
  expect(await visitor.call(readFigures, { query: { tenantId } })).toMatchObject({
    issued: 800,
    claimed: 120,
    claims: 1,
  })
  expect((await buyer.call(listTransactions, { query: { accountId: 'buyer' } })).items.map((row) => row.type)).toEqual([
    'claim',
    'transfer',
  ])
  expect(await ledgerOf(registry)).toMatchObject({ faults: [] })
})

describe('refusals', () => {
  let registry: TenantOfTest
  let other: TenantOfTest
  let assetId: string
  let verificationId: string
  beforeAll(async () => {
    registry = await aTenant({ holds: { buyer: 50 } })
    other = await aTenant()
    ;({ assetId } = await anIssuedAsset(registry, { quantity: 100 }))
    ;({ verificationId } = await aVerifiedQuantity(registry, { quantity: 70 }))
  })

  const aClaim = (quantity: number, more: object = {}) => ({
    items: [{ assetId, quantity }],
    beneficiaryKind: 'anonymous' as const,
    purpose: 'personal' as const,
    isAuthorised: true as const,
    ...more,
  })
  const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

  const cases: [name: string, status: number, code: string, ask: () => Promise<Response>][] = [
    [
      'a mint beyond what is verified',
      409,
      'exceeds_verified',
      () => registry.proponent.fetch('/api/wallet/mint', json({ verificationId, quantity: 71 })),
    ],
    [
      'a transfer beyond the balance',
      409,
      'insufficient_balance',
      () =>
        registry.proponent.fetch(
          '/api/wallet/transfer',
          json({ toAccountId: 'buyer', items: [{ assetId, quantity: 101 }] }),
        ),
    ],
    ['a claim of nothing', 400, 'invalid', () => registry.proponent.fetch('/api/claim', json(aClaim(0)))],
    [
      'a claim of no asset',
      400,
      'invalid',
      () => registry.proponent.fetch('/api/claim', json({ ...aClaim(1), items: [] })),
    ],
    [
      'a transfer to nobody',
      404,
      'not_found',
      () =>
        registry.proponent.fetch(
          '/api/wallet/transfer',
          json({ toAccountId: 'nobody', items: [{ assetId, quantity: 1 }] }),
        ),
    ],
    [
      'a transfer to oneself',
      400,
      'invalid',
      () =>
        registry.proponent.fetch(
          '/api/wallet/transfer',
          json({ toAccountId: 'proponent', items: [{ assetId, quantity: 1 }] }),
        ),
    ],
    [
      'a key of a foreign tenant',
      404,
      'not_found',
      () => other.proponent.fetch('/api/wallet/mint', json({ verificationId, quantity: 1 })),
    ],
    ['an asset of a foreign tenant', 404, 'not_found', () => other.proponent.fetch('/api/claim', json(aClaim(1)))],
    ['a missing token', 401, 'unauthenticated', () => registry.visitor.fetch('/api/claim', json(aClaim(1)))],
    [
      'a wrong role',
      403,
      'forbidden',
      () =>
        registry.proponent.fetch(
          '/api/wallet/burn',
          json({ accountId: 'proponent', items: [{ assetId, quantity: 1 }], reason: 'a mistake' }),
        ),
    ],
    [
      'a mint by somebody else',
      404,
      'not_found',
      () => registry.buyer.fetch('/api/wallet/mint', json({ verificationId, quantity: 1 })),
    ],
    ['an unknown field', 400, 'invalid', () => registry.proponent.fetch('/api/claim', json(aClaim(1, { price: 3 })))],
  ]

  test.each(cases)('%s is refused and changes nothing', async (_, status, code, act) => {
    const before = await ledgerOf(registry)
    const answer = await act()
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code, requestId: expect.any(String), message: expect.any(String) })
    expect(await ledgerOf(registry)).toEqual(before)
    expect(before.faults).toEqual([])
  })

  test('a repeated key with the same body gets the same answer and moves once', async () => {
    const request = () =>
      registry.proponent.fetch(
        '/api/wallet/transfer',
        json({ toAccountId: 'buyer', items: [{ assetId, quantity: 5 }] }, { 'idempotency-key': 'once' }),
      )
    const first = await request()
    const after = await ledgerOf(registry)
    const second = await request()
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.json()).toEqual(await first.json())
    expect(await ledgerOf(registry)).toEqual(after)
  })

  test('a repeated key with another body is refused', async () => {
    const transfer = (quantity: number) =>
      registry.proponent.fetch(
        '/api/wallet/transfer',
        json({ toAccountId: 'buyer', items: [{ assetId, quantity }] }, { 'idempotency-key': 'other' }),
      )
    expect((await transfer(1)).status).toBe(201)
    const before = await ledgerOf(registry)
    const answer = await transfer(2)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'idempotency_mismatch' })
    expect(await ledgerOf(registry)).toEqual(before)
  })
})
