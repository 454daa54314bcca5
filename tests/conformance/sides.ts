import { createClaim } from '#shared/contract/claims.ts'
import { addDocument, type SubjectKind } from '#shared/contract/documents.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import {
  decideVerification,
  listVerifications,
  openFinding,
  startVerification,
} from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { aDraftProject, anApprovedMethodology, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Person } from '#tests/kit/person.ts'

/** An account's things, one of every kind. */
export type Side = {
  tenant: TenantOfTest
  tenantId: string
  accountId: string
  draftKey: string
  draftId: string
  publishedKey: string
  publishedId: string
  /** Of the draft. */
  documentId: string
  /** Not submitted. */
  openMeasurementId: string
  submittedMeasurementId: string
  openVerificationId: string
  /** Open, in its own verification. */
  findingId: string
  findingVerificationId: string
  /** Of the finding's verification. */
  findingDocumentId: string
  /** With units that are not issued. */
  verificationId: string
  assetId: string
  transactionId: string
  claimId: string
  methodologyId: string
  methodologyName: string
  pendingMethodologyId: string
  /** New on each call: a document of the draft, a person that tests may change. */
  aDocument(): Promise<string>
  aUser(): Promise<Person>
}

const verified = 1_000_000

type Period = { periodStart: string; periodEnd: string }
const quarters = [
  { periodStart: '2024-01-01', periodEnd: '2024-03-31' },
  { periodStart: '2024-04-01', periodEnd: '2024-06-30' },
  { periodStart: '2024-07-01', periodEnd: '2024-09-30' },
  { periodStart: '2024-10-01', periodEnd: '2024-12-31' },
] as const

export async function sideOf(tenant: TenantOfTest, owner: Person): Promise<Side> {
  const accountId = owner.accountId
  if (accountId === null) throw new Error('The owner of a side belongs to an account.')
  const own = { ...tenant, proponent: owner }
  const { name: methodologyName, methodologyId } = await anApprovedMethodology(own)
  const draft = await aDraftProject(own)
  const published = await anApprovedProject(own)
  const verificationId = await aVerification(own, published.projectId)
  const minted = await owner.call(mintUnits, { body: { verificationId, quantity: verified / 2 } })
  const assetId = await assetOf(own, verificationId)
  const claim = await owner.call(createClaim, {
    body: {
      items: [{ assetId, quantity: 10 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Savanna Tea Ltd',
      purpose: 'corporate target',
      isAuthorised: true,
    },
  })
  await tenant.world.linked()
  return {
    tenant,
    tenantId: tenant.tenant.id,
    accountId,
    draftKey: draft.projectKey,
    draftId: draft.projectId,
    publishedKey: published.projectKey,
    publishedId: published.projectId,
    documentId: await aDocument(owner, 'project', draft.projectId),
    openMeasurementId: await aMeasurement(own, published.projectId, quarters[1]),
    submittedMeasurementId: await aSubmittedMeasurement(own, published.projectId, quarters[2]),
    openVerificationId: await anOpenVerification(own, published.projectId, quarters[3]),
    ...(await aFinding(own, published.projectId)),
    verificationId,
    assetId,
    transactionId: minted.transactionId,
    claimId: claim.claimId,
    methodologyId,
    methodologyName,
    pendingMethodologyId: await aPendingMethodology(own),
    aDocument: () => aDocument(owner, 'project', draft.projectId),
    aUser: () => tenant.addPerson([groupName({ tenantId: tenant.tenant.id, accountId, role: 'General' })], accountId),
  }
}

async function aFinding(
  tenant: TenantOfTest,
  projectId: string,
): Promise<Pick<Side, 'findingId' | 'findingVerificationId' | 'findingDocumentId'>> {
  const year = { periodStart: '2025-01-01', periodEnd: '2025-03-31' }
  const params = { verificationId: await anOpenVerification(tenant, projectId, year) }
  await tenant.verifier.call(startVerification, {
    params,
    body: { declaration: 'We advise nobody here.', noConflictOfInterest: true },
  })
  const { findingId } = await tenant.verifier.call(openFinding, {
    params,
    body: { type: 'CAR', words: 'Plot 4 was counted twice.', ownerSide: 'proponent' },
  })
  const findingDocumentId = await aDocument(tenant.verifier, 'verification', params.verificationId)
  return { findingId, findingVerificationId: params.verificationId, findingDocumentId }
}

async function aDocument(caller: Person, subjectKind: SubjectKind, subjectId: string): Promise<string> {
  const form = new FormData()
  const fields = { subjectKind, subjectId, title: 'Site plan', isPublic: 'true' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('document', new Blob(['%PDF-1.7\n']), 'plan.pdf')
  return (await caller.call(addDocument, { form })).documentId
}

async function assetOf({ world, tenant }: TenantOfTest, verificationId: string): Promise<string> {
  const [asset] = await world.sql<{ id: string }[]>`
    select id from asset where tenant_id = ${tenant.id} and verification_id = ${verificationId}`
  if (!asset) throw new Error('The mint made no asset.')
  return asset.id
}

async function aPendingMethodology({ proponent }: TenantOfTest): Promise<string> {
  const body = { name: `Peat ${crypto.randomUUID()}`, version: '1.0', description: 'Rewetting.' }
  return (await proponent.call(proposeMethodology, { body })).methodologyId
}

async function aMeasurement({ proponent }: TenantOfTest, projectId: string, period: Period): Promise<string> {
  return (await proponent.call(openMeasurement, { body: { projectId, ...period } })).measurementId
}

async function aSubmittedMeasurement(tenant: TenantOfTest, projectId: string, period: Period): Promise<string> {
  const measurementId = await aMeasurement(tenant, projectId, period)
  await tenant.measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity: verified } })
  return measurementId
}

async function anOpenVerification(tenant: TenantOfTest, projectId: string, period: Period): Promise<string> {
  const measurementId = await aSubmittedMeasurement(tenant, projectId, period)
  await tenant.proponent.call(decideMeasurement, { params: { measurementId }, body: { act: 'accept' } })
  const { items } = await tenant.verifier.call(listVerifications, { query: { tenantId: tenant.tenant.id, projectId } })
  const opened = items.find((each) => each.measurementId === measurementId)
  if (!opened) throw new Error('Accepting a measurement opened no verification.')
  return opened.verificationId
}

async function aVerification(tenant: TenantOfTest, projectId: string): Promise<string> {
  const verificationId = await anOpenVerification(tenant, projectId, quarters[0])
  await tenant.verifier.call(decideVerification, {
    params: { verificationId },
    body: { outcome: 'verified', quantity: verified, statement: 'In order.', noConflictOfInterest: true },
  })
  return verificationId
}
