import { accountOf } from '#sandbox/cast/seed.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { createProject, decideProject, type Project } from '#shared/contract/projects.ts'
import { decideVerification } from '#shared/contract/verifications.ts'
import { callerAs } from './people.ts'

/** Set-up by the sample's people. */
type Facts = { projectName: string; startDate?: string; endDate?: string }

export async function aDraft(facts: Facts): Promise<Project> {
  const proponent = await callerAs('proponent')
  return proponent.call(createProject, {
    body: {
      description: 'Reeds return to a river.',
      methodologyId: 'sample-1',
      measurementProviderId: accountOf.measurer,
      verificationProviderId: accountOf.verifier,
      startDate: '2024-01-01',
      endDate: '2034-01-01',
      country: 'KE',
      ...facts,
    },
  })
}

export async function aPendingProject(facts: Facts): Promise<Project> {
  const { projectId } = await aDraft(facts)
  return (await callerAs('proponent')).call(decideProject, { params: { projectId }, body: { act: 'submit' } })
}

export async function anApprovedProject(facts: Facts): Promise<Project> {
  const { projectId } = await aPendingProject(facts)
  return (await callerAs('tenant-admin')).call(decideProject, { params: { projectId }, body: { act: 'approve' } })
}

export async function aRejectedProject(facts: Facts): Promise<Project> {
  const { projectId } = await aPendingProject(facts)
  const body = { act: 'reject', reason: 'The place is not stated.' } as const
  return (await callerAs('tenant-admin')).call(decideProject, { params: { projectId }, body })
}

/** Its first year awaits verification. */
export async function aMeasuredProject(facts: Facts): Promise<Project & { verificationId: string }> {
  const project = await anApprovedProject(facts)
  const [proponent, measurer] = [await callerAs('proponent'), await callerAs('measurer')]
  const year = { projectId: project.projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  const { measurementId } = await proponent.call(openMeasurement, { body: year })
  const params = { measurementId }
  await measurer.call(submitMeasurement, { params, body: { quantity: 100 } })
  const { verificationId } = await proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
  if (!verificationId) throw new Error('Accepting a measurement opened no verification.')
  return { ...project, verificationId }
}

/** 100 verified units, none issued. */
export async function aVerifiedProject(facts: Facts): Promise<Project & { verificationId: string }> {
  const project = await aMeasuredProject(facts)
  await (await callerAs('verifier')).call(decideVerification, {
    params: { verificationId: project.verificationId },
    body: { outcome: 'verified', quantity: 100, statement: 'In order.', noConflictOfInterest: true },
  })
  return project
}
