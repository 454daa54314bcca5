import { expect, test } from 'vitest'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { readTimeline, type TimelineEntry } from '#shared/contract/timeline.ts'
import { decideVerification } from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { aDraftProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

/** Returned once, measured, verified, issued, suspended, resumed. */
async function aLife(tenant: TenantOfTest): Promise<string> {
  const { proponent, measurer, verifier, tenantAdmin } = tenant
  const { projectId } = await aDraftProject(tenant)
  const params = { projectId }
  await proponent.call(decideProject, { params, body: { act: 'submit' } })
  await tenantAdmin.call(decideProject, { params, body: { act: 'return', reason: 'Say where.' } })
  await proponent.call(decideProject, { params, body: { act: 'submit' } })
  await tenantAdmin.call(decideProject, { params, body: { act: 'approve' } })
  const period = { periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  const { measurementId } = await measurer.call(openMeasurement, { body: { projectId, ...period } })
  await measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity: 100 } })
  await proponent.call(decideMeasurement, { params: { measurementId }, body: { act: 'accept' } })
  const [task] = (await verifier.call(listTasks)).items
  const verificationId = task?.subjectId ?? ''
  const opinion = {
    outcome: 'verified',
    quantity: 90,
    statement: 'Ten are unsure.',
    noConflictOfInterest: true,
  } as const
  await verifier.call(decideVerification, { params: { verificationId }, body: opinion })
  await proponent.call(mintUnits, { body: { verificationId, quantity: 90 } })
  await tenantAdmin.call(decideProject, { params, body: { act: 'suspend', reason: 'Under inquiry.' } })
  await tenantAdmin.call(decideProject, { params, body: { act: 'resume' } })
  return projectId
}

async function timelineOf(
  caller: Caller,
  tenant: TenantOfTest,
  projectId: string,
  limit = 50,
): Promise<TimelineEntry[]> {
  const found: TimelineEntry[] = []
  for (let cursor: string | undefined, isOver = false; !isOver; ) {
    const query = { projectId, tenantId: tenant.tenant.id, limit, ...(cursor && { cursor }) }
    const page = await caller.call(readTimeline, { query })
    found.push(...page.items)
    isOver = page.nextCursor === null
    cursor = page.nextCursor ?? undefined
  }
  return found
}

const factsOf = ({ act, side, account, reason }: TimelineEntry) => [act, side, account, reason]

test('tells the sides of a project everything that happened, newest first', async () => {
  const tenant = await aTenant()
  const projectId = await aLife(tenant)
  const everything = [
    ['project.resume', 'registry', null, null],
    ['project.suspend', 'registry', null, 'Under inquiry.'],
    ['units.mint', 'proponent', 'The proponent', null],
    ['verification.verify', 'verifier', 'The verifier', 'Ten are unsure.'],
    ['verification.start', 'verifier', 'The verifier', null],
    ['verification.request', 'proponent', 'The proponent', null],
    ['measurement.accept', 'proponent', 'The proponent', null],
    ['measurement.submit', 'measurer', 'The measurer', null],
    ['project.activate', 'measurer', 'The measurer', null],
    ['measurement.open', 'measurer', 'The measurer', null],
    ['project.approve', 'registry', null, null],
    ['project.submit', 'proponent', 'The proponent', null],
    ['project.return', 'registry', null, 'Say where.'],
    ['project.submit', 'proponent', 'The proponent', null],
    ['project.create', 'proponent', 'The proponent', null],
  ]
  for (const caller of [tenant.proponent, tenant.measurer, tenant.verifier, tenant.tenantAdmin]) {
    expect((await timelineOf(caller, tenant, projectId)).map(factsOf)).toEqual(everything)
  }
  expect((await timelineOf(tenant.proponent, tenant, projectId, 4)).map(factsOf)).toEqual(everything)
})

test('tells everybody else what is public since the approval, with the reasons that the page shows', async () => {
  const tenant = await aTenant()
  const projectId = await aLife(tenant)
  const anything = [
    ['project.resume', 'registry', null, null],
    ['project.suspend', 'registry', null, 'Under inquiry.'],
    ['units.mint', 'proponent', 'The proponent', null],
    ['verification.verify', 'verifier', 'The verifier', null],
    ['measurement.accept', 'proponent', 'The proponent', null],
    ['project.activate', 'measurer', 'The measurer', null],
    ['project.approve', 'registry', null, null],
  ]
  for (const caller of [tenant.visitor, tenant.buyer, (await aTenant()).tenantAdmin]) {
    expect((await timelineOf(caller, tenant, projectId)).map(factsOf)).toEqual(anything)
  }
})

test('names people to their own account and to tenant admins alone', async () => {
  const tenant = await aTenant()
  const projectId = await aLife(tenant)
  const namedTo = async (caller: Caller) =>
    new Set((await timelineOf(caller, tenant, projectId)).map(({ person }) => person).filter((name) => name !== null))
  expect(await namedTo(tenant.visitor)).toEqual(new Set())
  expect(await namedTo(tenant.verifier)).toEqual(new Set(['Test verifier']))
  expect(await namedTo(tenant.tenantAdmin)).toEqual(
    new Set(['Test proponent', 'Test measurer', 'Test verifier', 'Test operator']),
  )
})

test('nobody reads the timeline of a draft who may not read the draft', async () => {
  const tenant = await aTenant()
  const { projectId } = await aDraftProject(tenant)
  for (const caller of [tenant.visitor, tenant.buyer, (await aTenant()).tenantAdmin]) {
    const query = { projectId, tenantId: tenant.tenant.id }
    await expect(caller.call(readTimeline, { query })).rejects.toMatchObject({ code: 'not_found' })
  }
})
