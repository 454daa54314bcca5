import { expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import { listNotices, type Notice } from '#shared/contract/notices.ts'
import { changePreferences } from '#shared/contract/preferences.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { openFinding, startVerification } from '#shared/contract/verifications.ts'
import { aDocument, aDraftProject, anApprovedProject, aRequestedVerification } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'

ownWorld()

const roles = ['tenantAdmin', 'accountAdmin', 'proponent', 'measurer', 'verifier', 'buyer'] as const

/** By role. */
async function documentNotices(tenant: TenantOfTest): Promise<Record<string, Notice[]>> {
  const found: [string, Notice[]][] = []
  for (const role of roles) {
    const { items } = await tenant[role].call(listNotices)
    const notices = items.filter(({ kind }) => kind.endsWith('.document'))
    if (notices.length > 0) found.push([role, notices])
  }
  return Object.fromEntries(found)
}

test('a document of a project under review is told to the admins, once each, and of a draft to nobody', async () => {
  const tenant = await aTenant()
  const { projectId, projectKey } = await aDraftProject(tenant)
  await aDocument(tenant.proponent, 'project', projectId, { title: 'Site plan' })
  expect(await documentNotices(tenant)).toEqual({})
  await tenant.proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  await aDocument(tenant.proponent, 'project', projectId, { title: 'Lease' })
  await aDocument(tenant.proponent, 'project', projectId, { title: 'Site plan' })
  const facts = (about: string) => ({ kind: 'project.document', facts: { projectKey, about } })
  expect(await documentNotices(tenant)).toMatchObject({ tenantAdmin: [facts('Site plan'), facts('Lease')] })
  expect(Object.keys(await documentNotices(tenant))).toEqual(['tenantAdmin'])
})

test('evidence of a measurement is told to whoever decides about it, not to the side that added it', async () => {
  const tenant = await aTenant()
  const { projectId } = await anApprovedProject(tenant)
  const body = { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  const { measurementId } = await tenant.measurer.call(openMeasurement, { body })
  await aDocument(tenant.measurer, 'measurement', measurementId, { title: 'Raw data' })
  expect(await documentNotices(tenant)).toEqual({})
  await aDocument(tenant.proponent, 'measurement', measurementId, { title: 'Tree counts' })
  expect(await documentNotices(tenant)).toMatchObject({ measurer: [{ facts: { about: 'Tree counts' } }] })
  await tenant.measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity: 1 } })
  await aDocument(tenant.measurer, 'measurement', measurementId, { title: 'Correction' })
  const notices = await documentNotices(tenant)
  expect(Object.keys(notices)).toEqual(['accountAdmin', 'proponent', 'measurer'])
  expect(notices.proponent).toMatchObject([
    { kind: 'measurement.document', facts: { measurementId, about: 'Correction' } },
  ])
})

test('what closes a finding is told to the other side, as a letter in its language', async () => {
  const tenant = await aTenant()
  const { world, verifier, proponent } = tenant
  await verifier.call(changePreferences, { body: { language: 'fr' } })
  const { verificationId } = await aRequestedVerification(tenant, { quantity: 100 })
  const declared = { declaration: 'We advise none of the sides.', noConflictOfInterest: true } as const
  await verifier.call(startVerification, { params: { verificationId }, body: declared })
  const { findingId } = await verifier.call(openFinding, {
    params: { verificationId },
    body: { type: 'CAR', words: 'Plot 4 was counted twice.', ownerSide: 'proponent' },
  })
  await aDocument(proponent, 'finding', findingId, { title: 'Recount' })
  const notices = await documentNotices(tenant)
  expect(Object.keys(notices)).toEqual(['verifier'])
  expect(notices.verifier).toMatchObject([{ kind: 'finding.document', facts: { verificationId, finding: 'CAR 1' } }])
  await aDocument(verifier, 'finding', findingId, { title: 'Map' })
  expect(Object.keys(await documentNotices(tenant))).toEqual(['accountAdmin', 'proponent', 'verifier'])

  const box = await startPostBox()
  const mail = connectMail(box.url, 'contact@registry.test')
  await deliverNotices({ sql: world.sql, config: world.config, mail, log: world.deps.log })
  const letters = box.letters.filter(({ to, text }) => to.includes(verifier.email) && text.includes('Recount'))
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('Un document a été ajouté à CAR 1')
  await box.stop()
})

test('a document of a proposed methodology is told to the admins', async () => {
  const tenant = await aTenant()
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, {
    body: { name: 'Peat', version: '2.0', description: '' },
  })
  await aDocument(tenant.proponent, 'methodology', methodologyId, { title: 'Field manual' })
  expect(await documentNotices(tenant)).toMatchObject({
    tenantAdmin: [
      { kind: 'methodology.document', facts: { methodology: 'Peat', version: '2.0', about: 'Field manual' } },
    ],
  })
})
