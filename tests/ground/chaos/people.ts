import { type SandboxRole, sandboxEmail } from '#sandbox/cast/people.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, decideProject } from '#shared/contract/projects.ts'
import { decideVerification, listVerifications } from '#shared/contract/verifications.ts'
import { listBalances, mintUnits } from '#shared/contract/wallet.ts'
import { type Caller, callerAt } from '#tests/kit/person.ts'
import { password } from './deployment.ts'

export const tenantId = 'sample'

export type Stock = { assetId: string; quantity: number; projectName: string; from: string; to: string }

export async function tokenOf(role: SandboxRole, url: string): Promise<string> {
  return (await signIn(url, sandboxEmail(role), password)).accessToken
}

export async function issue(url: string, quantity: number): Promise<Stock> {
  const as = async (role: SandboxRole): Promise<Caller> => callerAt(url, await tokenOf(role, url))
  const proponent = await as('proponent')
  const admin = await as('tenant-admin')
  const measurer = await as('measurer')
  const verifier = await as('verifier')
  const accountOf = async (person: Caller) => (await person.call(readAccount)).accountId

  const projectName = `Wells of Turkana ${crypto.randomUUID()}`
  const [methodology] = (await proponent.call(listMethodologies)).items
  const { projectId } = await proponent.call(createProject, {
    body: {
      projectName,
      description: 'Water without boiling it.',
      methodologyId: methodology?.methodologyId ?? '',
      measurementProviderId: await accountOf(measurer),
      verificationProviderId: await accountOf(verifier),
      startDate: '2022-01-01',
      endDate: '2030-12-31',
      country: 'KE',
    },
  })
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  await admin.call(decideProject, { params: { projectId }, body: { act: 'approve' } })
  const period = { periodStart: '2023-01-01', periodEnd: '2023-12-31' }
  const { measurementId } = await measurer.call(openMeasurement, { body: { projectId, ...period } })
  await measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity } })
  await proponent.call(decideMeasurement, { params: { measurementId }, body: { act: 'accept' } })
  const requested = (await verifier.call(listVerifications, { query: { tenantId } })).items
  const verificationId = requested.find((each) => each.measurementId === measurementId)?.verificationId ?? ''
  const statement = { statement: 'Counted.', noConflictOfInterest: true } as const
  await verifier.call(decideVerification, {
    params: { verificationId },
    body: { outcome: 'verified', quantity, ...statement },
  })
  await proponent.call(mintUnits, { body: { verificationId, quantity } })

  const from = await accountOf(proponent)
  const [held] = (await proponent.call(listBalances, { query: { accountId: from, q: projectName } })).items
  if (!held) throw new Error('The mint made no balance.')
  return { assetId: held.assetId, quantity, projectName, from, to: await accountOf(await as('buyer')) }
}
