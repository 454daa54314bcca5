import { addDocument, type DocumentRecord, type SubjectKind } from '#shared/contract/documents.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { decideMethodology, type Methodology, proposeMethodology } from '#shared/contract/methodologies.ts'
import { decideOverlap, listOverlaps } from '#shared/contract/overlaps.ts'
import { createProject, decideProject, type Project } from '#shared/contract/projects.ts'
import type { Transaction } from '#shared/contract/transactions.ts'
import { decideVerification, listVerifications, type Verification } from '#shared/contract/verifications.ts'
import { mintUnits, transferUnits } from '#shared/contract/wallet.ts'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import type { TenantOfTest } from './cast.ts'
import type { Caller } from './person.ts'

/** Set-up over HTTP by the people whose acts these are; facts have defaults. */

export async function anApprovedMethodology(tenant: TenantOfTest): Promise<Methodology> {
  const body = { name: `Mangrove restoration ${crypto.randomUUID()}`, version: '1.0', description: 'Soil and biomass.' }
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body })
  return tenant.tenantAdmin.call(decideMethodology, { params: { methodologyId }, body: { act: 'approve' } })
}

export async function aDraftProject(tenant: TenantOfTest, facts: { projectName?: string } = {}): Promise<Project> {
  const { methodologyId } = await anApprovedMethodology(tenant)
  return tenant.proponent.call(createProject, {
    body: {
      projectName: facts.projectName ?? 'Mangroves of Gazi Bay',
      description: 'Replanting of 120 hectares of mangrove.',
      methodologyId,
      measurementProviderId: 'measurer',
      verificationProviderId: 'verifier',
      startDate: '2024-01-01',
      endDate: '2034-01-01',
      country: 'KE',
    },
  })
}

export async function anApprovedProject(tenant: TenantOfTest, facts: { projectName?: string } = {}): Promise<Project> {
  const { projectId } = await aDraftProject(tenant, facts)
  const params = { projectId }
  await tenant.proponent.call(decideProject, { params, body: { act: 'submit' } })
  return tenant.tenantAdmin.call(decideProject, { params, body: { act: 'approve' } })
}

/** Accepts every overlap that hinders the approval. */
export async function approvedBesideOthers(admin: Caller, projectId: string): Promise<Project> {
  const params = { projectId }
  const { items } = await admin.call(listOverlaps, { params })
  for (const { tenantId, projectId: otherProjectId, hindersApproval } of items) {
    const decision = { verdict: 'accepted', reason: 'Each counts its own part.' } as const
    const body = { otherTenantId: tenantId, otherProjectId, ...decision }
    if (hindersApproval) await admin.call(decideOverlap, { params, body })
  }
  return admin.call(decideProject, { params, body: { act: 'approve' } })
}

/** A period's outcome. `across` is a period over several calendar years. */
type Outcome = {
  quantity: number
  projectId?: string | undefined
  year?: number | undefined
  across?: { periodStart: string; periodEnd: string; byYear: QuantityOfYear[] } | undefined
}

export async function aRequestedVerification(
  tenant: TenantOfTest,
  { quantity, projectId, year = 2024, across }: Outcome,
): Promise<Verification> {
  const project = projectId ?? (await anApprovedProject(tenant)).projectId
  const { byYear, ...period } = across ?? {
    periodStart: `${year}-01-01`,
    periodEnd: `${year}-12-31`,
    byYear: undefined,
  }
  const { measurementId } = await tenant.proponent.call(openMeasurement, { body: { projectId: project, ...period } })
  const params = { measurementId }
  await tenant.measurer.call(submitMeasurement, { params, body: { quantity, byYear } })
  await tenant.proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
  const verifications = await tenant.verifier.call(listVerifications, { query: { tenantId: tenant.tenant.id } })
  const opened = verifications.items.find((each) => each.measurementId === measurementId)
  if (!opened) throw new Error('Accepting a measurement opened no verification.')
  return opened
}

/** The document's content is its name. */
export async function aDocument(
  caller: Caller,
  subjectKind: SubjectKind,
  subjectId: string,
  { title, isPublic = false, name = `${title}.pdf` }: { title: string; isPublic?: boolean; name?: string },
): Promise<DocumentRecord> {
  const form = new FormData()
  const fields = { subjectKind, subjectId, title, isPublic: String(isPublic) }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('document', new Blob([`%PDF-1.7\n% ${name}\n`]), name)
  return caller.call(addDocument, { form })
}

/** A verification needs the verifier's statement before its verdict. */
export async function aStatement(tenant: TenantOfTest, verificationId: string): Promise<void> {
  const statement = { title: 'Verification', isPublic: true, name: 'statement.pdf' }
  await aDocument(tenant.verifier, 'verification', verificationId, statement)
}

/** Verified, but not issued. */
export async function aVerifiedQuantity(tenant: TenantOfTest, outcome: Outcome): Promise<Verification> {
  const { verificationId } = await aRequestedVerification(tenant, outcome)
  return tenant.verifier.call(decideVerification, {
    params: { verificationId },
    body: {
      outcome: 'verified',
      quantity: outcome.quantity,
      byYear: outcome.across?.byYear,
      statement: 'In order.',
      noConflictOfInterest: true,
    },
  })
}

export async function anIssuedAsset(
  tenant: TenantOfTest,
  { quantity, verified = quantity, year }: { quantity: number; verified?: number; year?: number },
): Promise<{ assetId: string; projectId: string; verificationId: string; transaction: Transaction }> {
  const { verificationId, projectId } = await aVerifiedQuantity(tenant, { quantity: verified, ...(year && { year }) })
  const transaction = await tenant.proponent.call(mintUnits, { body: { verificationId, quantity } })
  const [asset] = await tenant.world.sql<{ id: string }[]>`
    select id from asset where tenant_id = ${tenant.tenant.id} and verification_id = ${verificationId}`
  if (!asset) throw new Error('The mint made no asset.')
  return { assetId: asset.id, projectId, verificationId, transaction }
}

export function transferred(
  tenant: TenantOfTest,
  { assetId, quantity, toAccountId }: { assetId: string; quantity: number; toAccountId: string },
): Promise<Transaction> {
  return tenant.proponent.call(transferUnits, { body: { toAccountId, items: [{ assetId, quantity }] } })
}
