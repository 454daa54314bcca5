import { expect, test } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { addDocument } from '#shared/contract/documents.ts'
import { readEvidence } from '#shared/contract/evidence.ts'
import { decideVerification, startVerification } from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { aDraftProject, aRequestedVerification, aStatement } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const declaration = { declaration: 'We advise none of the sides.', noConflictOfInterest: true } as const

/** Their verification has a public and a private document. */
async function issuedUnits(tenant: TenantOfTest) {
  const { verificationId, projectId } = await aRequestedVerification(tenant, { quantity: 100 })
  const params = { verificationId }
  await tenant.verifier.call(startVerification, { params, body: declaration })
  await aStatement(tenant, verificationId)
  const form = new FormData()
  const fields = { subjectKind: 'verification', subjectId: verificationId, title: 'Interviews', isPublic: 'false' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('document', new Blob(['%PDF-1.7\n']), 'interviews.pdf')
  await tenant.verifier.call(addDocument, { form })
  const opinion = { quantity: 90, quantityReason: 'Ten have no record.', statement: 'In order.' }
  await tenant.verifier.call(decideVerification, { params, body: { outcome: 'verified', ...opinion } })
  await tenant.proponent.call(mintUnits, { body: { verificationId, quantity: 90 } })
  return { projectId, verificationId }
}

test('from a unit one gets to its verification, measurement and methodology, and to the documents that are public', async () => {
  const tenant = await aTenant()
  const { projectId, verificationId } = await issuedUnits(tenant)
  const read = (caller: Caller) =>
    caller.call(readEvidence, { query: { tenantId: tenant.tenant.id, projectId } }).then(({ items }) => items)
  const [seen] = await read(tenant.visitor)
  expect(seen).toMatchObject({
    issued: 90,
    serials: [{ first: 1, last: 90 }],
    verification: { verificationId, name: 'The verifier', quantity: 90, quantityReason: null },
    measurement: { name: 'The measurer', quantity: 100, periodStart: '2024-01-01', periodEnd: '2024-12-31' },
    methodology: { version: '1.0' },
    isInsider: false,
  })
  expect(seen?.verification?.documents.map(({ title, isOpen }) => [title, isOpen])).toEqual([['Verification', true]])
  for (const insider of [tenant.proponent, tenant.measurer, tenant.verifier, tenant.tenantAdmin]) {
    const [own] = await read(insider)
    expect(own).toMatchObject({ isInsider: true, verification: { quantityReason: 'Ten have no record.' } })
    expect(own?.verification?.documents.map(({ title }) => title)).toEqual(['Interviews', 'Verification'])
  }
  expect((await read(tenant.buyer))[0]?.verification?.documents).toHaveLength(1)
})

test('from a claim one gets to the evidence of the assets that it took units of', async () => {
  const tenant = await aTenant()
  await issuedUnits(tenant)
  const { projectId } = await issuedUnits(tenant)
  const query = { tenantId: tenant.tenant.id }
  const [asset] = (await tenant.visitor.call(readEvidence, { query: { ...query, projectId } })).items
  const claim = await tenant.proponent.call(createClaim, {
    body: {
      items: [{ assetId: asset?.assetId ?? '', quantity: 3 }],
      beneficiaryKind: 'anonymous',
      purpose: 'personal',
      isAuthorised: true,
    },
  })
  const { items } = await tenant.visitor.call(readEvidence, { query: { ...query, claimId: claim.claimId } })
  expect(items).toEqual([asset])
})

test('of what is not published, of no claim, and of another registry nothing is known', async () => {
  const tenant = await aTenant()
  const other = await aTenant()
  const { projectId } = await issuedUnits(tenant)
  const draft = await aDraftProject(tenant)
  const tenantId = tenant.tenant.id
  const read = (caller: Caller, query: { tenantId: string; projectId?: string; claimId?: string }) =>
    outcomeOf(caller.call(readEvidence, { query }))
  expect(await read(tenant.visitor, { tenantId, projectId: draft.projectId })).toBe('not_found')
  expect(await read(tenant.proponent, { tenantId, projectId: draft.projectId })).toBe('ok')
  expect(await read(other.tenantAdmin, { tenantId: other.tenant.id, projectId })).toBe('not_found')
  expect(await read(tenant.visitor, { tenantId, claimId: 'nothing' })).toBe('not_found')
  expect(await read(tenant.visitor, { tenantId })).toBe('invalid')
})
