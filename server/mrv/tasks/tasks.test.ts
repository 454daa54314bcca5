import { describe, expect, test } from 'vitest'
import { unknownTime } from '#server/infra/db/times.ts'
import { createAccount, decideAccount } from '#shared/contract/accounts.ts'
import type { BodyOf, QueryOf } from '#shared/contract/endpoint.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { decideMethodology, proposeMethodology } from '#shared/contract/methodologies.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { decideProject, readProject } from '#shared/contract/projects.ts'
import { assignTask, listColleagues, listTasks, type Task } from '#shared/contract/tasks.ts'
import { answerFinding, decideVerification, openFinding, startVerification } from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { aDraftProject, anApprovedProject, aRequestedVerification } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const tasksOf = async (caller: Caller, query: QueryOf<typeof listTasks> = {}) =>
  (await caller.call(listTasks, { query })).items
const kindsOf = async (caller: Caller) => (await tasksOf(caller)).map(({ kind }) => kind)

/** Task kinds by role. */
async function waitingIn(tenant: TenantOfTest): Promise<Record<string, Task['kind'][]>> {
  const { proponent, measurer, verifier, tenantAdmin, buyer } = tenant
  const found: [string, Task['kind'][]][] = []
  for (const [name, caller] of Object.entries({ proponent, measurer, verifier, tenantAdmin, buyer })) {
    const kinds = await kindsOf(caller)
    if (kinds.length > 0) found.push([name, kinds])
  }
  return Object.fromEntries(found)
}

test('each step waits on the one side whose turn it is, from the draft to the issue', async () => {
  const tenant = await aTenant()
  const { proponent, measurer, verifier, tenantAdmin } = tenant
  const { projectId } = await aDraftProject(tenant)
  const params = { projectId }
  const waitsOn = async () => (await proponent.call(readProject, { query: { projectId } })).waitsOn
  expect(await waitingIn(tenant)).toEqual({ proponent: ['project.submit'] })

  await proponent.call(decideProject, { params, body: { act: 'submit' } })
  expect(await waitingIn(tenant)).toEqual({ tenantAdmin: ['project.decide'] })
  expect(await waitsOn()).toMatchObject({ side: 'registry', accountId: null, account: null })

  await tenantAdmin.call(decideProject, { params, body: { act: 'return', reason: 'Say where.' } })
  expect(await tasksOf(proponent)).toMatchObject([{ kind: 'project.submit', isReturned: true }])
  await proponent.call(decideProject, { params, body: { act: 'submit' } })
  await tenantAdmin.call(decideProject, { params, body: { act: 'reject', reason: 'Nowhere.' } })
  expect(await waitingIn(tenant)).toEqual({ proponent: ['project.reopen'] })
  for (const act of ['reopen', 'submit'] as const) await proponent.call(decideProject, { params, body: { act } })
  await tenantAdmin.call(decideProject, { params, body: { act: 'approve' } })
  expect(await waitingIn(tenant)).toEqual({
    proponent: ['project.measure'],
    measurer: ['project.measureAsProvider'],
  })
  expect(await waitsOn()).toMatchObject({ side: 'proponent', account: 'The proponent' })
  expect(await tasksOf(measurer)).toMatchObject([
    { subjectId: projectId, account: 'The measurer', path: `/measurements?projectId=${projectId}&new=1` },
  ])

  const period = { periodStart: '2024-01-01', periodEnd: '2024-12-31', dueDate: '2025-03-31' }
  const { measurementId } = await measurer.call(openMeasurement, { body: { projectId, ...period } })
  expect(await waitingIn(tenant)).toEqual({ measurer: ['measurement.submit'] })
  expect(await tasksOf(measurer)).toMatchObject([
    {
      subjectId: measurementId,
      name: 'Mangroves of Gazi Bay',
      account: 'The measurer',
      ...period,
      overdue: true,
      path: `/measurements?projectId=${projectId}&id=${measurementId}`,
    },
  ])
  expect(await waitsOn()).toMatchObject({ side: 'measurer', account: 'The measurer' })

  await measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity: 100 } })
  expect(await waitingIn(tenant)).toEqual({ proponent: ['measurement.decide'] })
  await proponent.call(decideMeasurement, { params: { measurementId }, body: { act: 'requestChanges', reason: 'No.' } })
  expect(await tasksOf(measurer)).toMatchObject([{ kind: 'measurement.submit', isReturned: true }])
  await proponent.call(submitMeasurement, { params: { measurementId }, body: { quantity: 100 } })
  expect(await waitingIn(tenant)).toEqual({ tenantAdmin: ['measurement.decide'] })

  await tenantAdmin.call(decideMeasurement, { params: { measurementId }, body: { act: 'accept' } })
  expect(await waitingIn(tenant)).toEqual({ verifier: ['verification.start'] })
  expect(await waitsOn()).toMatchObject({ side: 'verifier', account: 'The verifier' })
  const verificationId = (await tasksOf(verifier))[0]?.subjectId ?? ''
  await verifier.call(decideVerification, {
    params: { verificationId },
    body: { outcome: 'verified', quantity: 100, statement: 'In order.', noConflictOfInterest: true },
  })
  expect(await waitingIn(tenant)).toEqual({ proponent: ['units.mint'] })
  await proponent.call(mintUnits, { body: { verificationId, quantity: 60 } })
  expect(await waitingIn(tenant)).toEqual({ proponent: ['units.mint'] })
  await proponent.call(mintUnits, { body: { verificationId, quantity: 40 } })
  expect(await waitingIn(tenant)).toEqual({})
})

test('open findings wait on those who answer them, each side by itself, and answers on the verifier', async () => {
  const tenant = await aTenant()
  const { proponent, measurer, verifier } = tenant
  const { verificationId, projectId } = await aRequestedVerification(tenant, { quantity: 100 })
  const params = { verificationId }
  const declared = { declaration: 'We advise none of the sides.', noConflictOfInterest: true } as const
  await verifier.call(startVerification, { params, body: declared })
  const open = (body: Pick<BodyOf<typeof openFinding>, 'ownerSide' | 'dueDate'>) =>
    verifier.call(openFinding, { params, body: { type: 'CAR', words: 'Plot 4 was counted twice.', ...body } })
  const writeFinding = (caller: Caller, { findingId }: { findingId: string }, act: 'respond' | 'ask' | 'close') =>
    caller.call(answerFinding, { params: { findingId }, body: { act, words: 'As agreed.' } })

  const first = await open({ ownerSide: 'proponent', dueDate: '2025-02-28' })
  await open({ ownerSide: 'proponent', dueDate: '2025-01-31' })
  const last = await open({ ownerSide: 'measurer' })
  expect(await waitingIn(tenant)).toEqual({
    proponent: ['verification.answerAsProponent'],
    measurer: ['verification.answerAsMeasurer'],
  })
  expect(await tasksOf(proponent)).toMatchObject([
    {
      subjectId: verificationId,
      dueDate: '2025-01-31',
      path: `/verifications?projectId=${projectId}&id=${verificationId}`,
    },
  ])
  const { waitsOn } = await proponent.call(readProject, { query: { projectId } })
  expect(waitsOn).toMatchObject({ side: 'proponent', account: 'The proponent' })

  await writeFinding(measurer, last, 'respond')
  expect(await waitingIn(tenant)).toEqual({
    proponent: ['verification.answerAsProponent'],
    verifier: ['verification.judgeAnswers'],
  })
  await writeFinding(verifier, last, 'ask')
  expect(await kindsOf(measurer)).toEqual(['verification.answerAsMeasurer'])
  await writeFinding(verifier, last, 'close')
  await writeFinding(proponent, first, 'respond')
  expect(await waitingIn(tenant)).toEqual({
    proponent: ['verification.answerAsProponent'],
    verifier: ['verification.judgeAnswers'],
  })
})

test('what waits since a day that nobody knows comes first, without a day', async () => {
  const tenant = await aTenant()
  const { proponent, world } = tenant
  const [known, unknown, other] = [
    await aDraftProject(tenant),
    await aDraftProject(tenant),
    await aDraftProject(tenant),
  ]
  await world.sql`
    update project set status_since = ${unknownTime(world.sql)} where id in (${unknown.projectId}, ${other.projectId})`
  const first = await proponent.call(listTasks, { query: { limit: 1 } })
  const rest = await proponent.call(listTasks, { query: { cursor: first.nextCursor ?? '' } })
  const tasks = [...first.items, ...rest.items]
  expect(tasks.map(({ subjectId }) => subjectId)).toEqual([
    ...[unknown.projectId, other.projectId].sort(),
    known.projectId,
  ])
  expect(tasks.map(({ since }) => since === null)).toEqual([true, true, false])
  const { waitsOn, statusSince } = await proponent.call(readProject, { query: { projectId: unknown.projectId } })
  expect({ waitsOn, statusSince }).toMatchObject({ waitsOn: { since: null }, statusSince: null })
})

test('a measurement whose period is not over waits on nobody', async () => {
  const tenant = await aTenant()
  const { projectId } = await anApprovedProject(tenant)
  const period = { periodStart: '2030-01-01', periodEnd: '2030-12-31' }
  await tenant.measurer.call(openMeasurement, { body: { projectId, ...period } })
  expect(await waitingIn(tenant)).toEqual({})
})

test('organisations and methodologies wait on the registry, but on none of the admins whose own they are', async () => {
  const tenant = await aTenant({ isConfigured: true })
  const { newcomer, tenantAdmin } = tenant
  const { accountId } = await newcomer.call(createAccount, {
    body: { name: 'Green Hills', type: 'buyer', country: 'KE' },
  })
  const own = { name: 'Peat of the operator', version: '1', description: '' }
  const { methodologyId } = await tenantAdmin.call(proposeMethodology, { body: own })
  expect(await tasksOf(tenantAdmin)).toMatchObject([
    { kind: 'account.decide', subjectId: accountId, name: 'Green Hills' },
  ])

  const admin = groupName({ tenantId: tenant.tenant.id, accountId: null, role: 'TenantAdmin' })
  const another = await tenant.addPerson([admin])
  expect(await kindsOf(another)).toEqual(['account.decide', 'methodology.decide'])
  await another.call(decideAccount, { params: { accountId }, body: { act: 'approve' } })
  await another.call(decideMethodology, { params: { methodologyId }, body: { act: 'reject', reason: 'No.' } })
  expect(await kindsOf(another)).toEqual([])
  expect(await kindsOf(tenantAdmin)).toEqual(['methodology.reopen'])
})

describe('300 things that wait', () => {
  test('are all listed to everybody concerned, the oldest first', async () => {
    const tenant = await aTenant()
    await threeHundredIn(tenant)
    for (const caller of [tenant.tenantAdmin, tenant.measurer, tenant.proponent]) {
      const found = await allTasksOf(caller)
      expect(found).toHaveLength(100)
      expect(found.map(({ since }) => since)).toEqual(found.map(({ since }) => since).sort())
      const [first] = await tasksOf(caller, { limit: 5 })
      expect(first?.name).toBe('Number 1')
    }
  })
})

async function allTasksOf(caller: Caller): Promise<Task[]> {
  const found: Task[] = []
  for (let cursor: string | undefined, isOver = false; !isOver; ) {
    const page = await caller.call(listTasks, { query: { limit: 7, ...(cursor && { cursor }) } })
    expect(page.total).toBe(100)
    found.push(...page.items)
    isOver = page.nextCursor === null
    cursor = page.nextCursor ?? undefined
  }
  return found
}

/** 100 tasks per role; creation and waiting order differ. */
async function threeHundredIn({ world, tenant }: TenantOfTest): Promise<void> {
  await world.sql`
    insert into project (tenant_id, id, account_id, number, name, status, status_since, created_at)
    select ${tenant.id}, 'pending' || n, 'proponent', n, 'Number ' || n, 'pending', now() - (1000 - n) * interval '1 hour',
      now() - (n * 37 % 100) * interval '1 hour'
    from generate_series(1, 100) n
    union all
    select ${tenant.id}, 'active' || n, 'proponent', 100 + n, 'Number ' || n, 'active', now(), now()
    from generate_series(1, 100) n`
  await world.sql`
    insert into measurement (tenant_id, id, project_id, account_id, period, status, submitted_account_id, status_since)
    select ${tenant.id}, replace(status, ' ', '') || n, 'active' || n, 'measurer', period, status, 'measurer', now() - (1000 - n) * interval '1 minute'
    from generate_series(1, 100) n, (values ('in progress', daterange('2023-01-01', '2024-01-01')),
      ('submitted', daterange('2024-01-01', '2025-01-01'))) m (status, period)`
}

test('filters narrow what waits to a kind, to words, to what is overdue', async () => {
  const tenant = await aTenant()
  await aDraftProject(tenant, { projectName: 'Mangroves of Lamu' })
  await aDraftProject(tenant, { projectName: 'Cookstoves of Kisumu' })
  const { projectId } = await anApprovedProject(tenant)
  const body = { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31', dueDate: '2025-01-31' }
  const { measurementId } = await tenant.proponent.call(openMeasurement, { body })
  await tenant.measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity: 1 } })
  const namesOf = async (query: QueryOf<typeof listTasks>) =>
    (await tasksOf(tenant.proponent, query)).map(({ name }) => name)
  expect(await namesOf({})).toHaveLength(3)
  expect(await namesOf({ q: 'lamu' })).toEqual(['Mangroves of Lamu'])
  expect(await namesOf({ kind: 'measurement.decide' })).toEqual(['Mangroves of Gazi Bay'])
  expect(await namesOf({ overdue: 'false' })).toHaveLength(3)
  const late = { projectId, periodStart: '2025-01-01', periodEnd: '2025-12-31', dueDate: '2026-01-31' }
  await tenant.measurer.call(openMeasurement, { body: late })
  expect(await tasksOf(tenant.measurer, { overdue: 'true' })).toMatchObject([{ kind: 'measurement.submit' }])
  expect(await tasksOf(tenant.measurer, { overdue: 'false' })).toEqual([])
})

describe('assigning a task', () => {
  async function aTask() {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    return { tenant, which: { kind: 'project.submit' as const, subjectId: projectId } }
  }

  test('notifies the colleague, who finds it among what is theirs', async () => {
    const { tenant, which } = await aTask()
    const { proponent, accountAdmin } = tenant
    const { username } = accountAdmin
    const { items } = await proponent.call(listColleagues, { query: which })
    expect(items.map((each) => each.username).sort()).toEqual([username, proponent.username].sort())
    await proponent.call(assignTask, { body: { ...which, username } })
    expect(await tasksOf(accountAdmin, { assigned: 'me' })).toMatchObject([{ ...which, assignee: { username } }])
    expect(await tasksOf(proponent, { assigned: 'me' })).toEqual([])
    const { items: notices } = await accountAdmin.call(listNotices, { query: { limit: 1 } })
    expect(notices).toMatchObject([{ kind: 'task.assign', facts: { about: 'Mangroves of Gazi Bay' } }])
    await proponent.call(assignTask, { body: { ...which, username: null } })
    expect(await tasksOf(proponent, { assigned: 'nobody' })).toMatchObject([{ ...which, assignee: null }])
  })

  test('to nobody else, and by nobody else', async () => {
    const { tenant, which } = await aTask()
    const { proponent, buyer, measurer, tenantAdmin } = tenant
    await expect(proponent.call(assignTask, { body: { ...which, username: buyer.username } })).rejects.toMatchObject({
      code: 'invalid',
    })
    for (const caller of [buyer, measurer, tenantAdmin, (await aTenant()).proponent]) {
      const refused = caller.call(assignTask, { body: { ...which, username: null } })
      await expect(refused).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('is over when it waits on somebody else', async () => {
    const { tenant, which } = await aTask()
    const { proponent, tenantAdmin } = tenant
    await proponent.call(assignTask, { body: { ...which, username: proponent.username } })
    await proponent.call(decideProject, { params: { projectId: which.subjectId }, body: { act: 'submit' } })
    expect(await tasksOf(tenantAdmin)).toMatchObject([{ kind: 'project.decide', assignee: null }])
  })
})

test('the side that a published project waits for is shown only to those who take part in it', async () => {
  const tenant = await aTenant()
  const { projectId } = await anApprovedProject(tenant)
  const body = { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  await tenant.measurer.call(openMeasurement, { body })
  const query = { projectId, tenantId: tenant.tenant.id }
  const sideWaitedOn = async (caller: Caller) => (await caller.call(readProject, { query })).waitsOn?.side ?? null
  expect(await sideWaitedOn(tenant.verifier)).toBe('measurer')
  expect(await sideWaitedOn(tenant.tenantAdmin)).toBe('measurer')
  expect(await sideWaitedOn(tenant.visitor)).toBeNull()
  expect(await sideWaitedOn(tenant.buyer)).toBeNull()
})
