import { expect, test } from 'vitest'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import {
  decideMethodology,
  proposeMethodology,
  readMethodologyVersion,
  updateMethodology,
} from '#shared/contract/methodologies.ts'
import { decideProject, updateProject } from '#shared/contract/projects.ts'
import { decideVerification, listVerifications } from '#shared/contract/verifications.ts'
import { aDocument, aDraftProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const required = {
  measurementEvidence: ['Soil samples', 'Measurement'],
  verificationEvidence: ['Site visit report'],
}
const version = { name: 'Mangroves', version: '1.0', description: 'Soil and biomass.' }

/** Its methodology requires documents. */
async function aMeasurement(tenant: TenantOfTest): Promise<{ measurementId: string }> {
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: { ...version, ...required } })
  await tenant.tenantAdmin.call(decideMethodology, { params: { methodologyId }, body: { act: 'approve' } })
  const { projectId, projectKey } = await aDraftProject(tenant)
  await tenant.proponent.call(updateProject, { query: { projectKey }, body: { methodologyId } })
  const params = { projectId }
  await tenant.proponent.call(decideProject, { params, body: { act: 'submit' } })
  await tenant.tenantAdmin.call(decideProject, { params, body: { act: 'approve' } })
  const body = { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  return tenant.measurer.call(openMeasurement, { body })
}

test('nothing is submitted or verified without the documents that the methodology asks for', async () => {
  const tenant = await aTenant()
  const { measurementId } = await aMeasurement(tenant)
  const params = { measurementId }
  const submit = () => tenant.measurer.call(submitMeasurement, { params, body: { quantity: 10 } })
  await expect(submit()).rejects.toMatchObject({
    code: 'conflict',
    message:
      'The methodology asks for documents that are not here yet: Soil samples; Measurement. Add them to the measurement.',
  })
  await aDocument(tenant.measurer, 'measurement', measurementId, { title: 'Measurement' })
  await expect(submit()).rejects.toThrow('not here yet: Soil samples. Add')
  await aDocument(tenant.measurer, 'measurement', measurementId, { title: 'SOIL samples' })
  expect(await outcomeOf(submit())).toBe('ok')

  await tenant.proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
  const { items } = await tenant.verifier.call(listVerifications, { query: { tenantId: tenant.tenant.id } })
  const verificationId = items[0]?.verificationId ?? ''
  const body = {
    outcome: 'verified',
    quantity: 10,
    statement: 'As found on site.',
    noConflictOfInterest: true,
  } as const
  const verify = () => tenant.verifier.call(decideVerification, { params: { verificationId }, body })
  await expect(verify()).rejects.toThrow('not here yet: Site visit report. Add them to the verification.')
  await aDocument(tenant.verifier, 'verification', verificationId, { title: 'Site visit report' })
  expect(await outcomeOf(verify())).toBe('ok')
})

test('what a version asks for is said by its page, changes while it is a draft, and names each document once', async () => {
  const { proponent } = await aTenant()
  const draft = { ...version, ...required, isDraft: true }
  const { methodologyId } = await proponent.call(proposeMethodology, { body: draft })
  const params = { methodologyId }
  const changed = { measurementEvidence: ['Soil samples'] }
  await proponent.call(updateMethodology, { params, body: changed })
  expect(await proponent.call(readMethodologyVersion, { params })).toMatchObject({
    ...version,
    ...required,
    ...changed,
  })
  const twice = { verificationEvidence: ['Report', 'report'] }
  await expect(proponent.call(updateMethodology, { params, body: twice })).rejects.toMatchObject({ code: 'invalid' })
})
