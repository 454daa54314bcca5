import { describe, expect, test } from 'vitest'
import { createAccount } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import type { BodyOf, QueryOf } from '#shared/contract/endpoint.ts'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { decideProject, readProject, updateProject } from '#shared/contract/projects.ts'
import {
  assignTasks,
  decideTasks,
  listTasks,
  previewDecisions,
  readTaskFacets,
  readTaskPlace,
} from '#shared/contract/tasks.ts'
import { limits } from '#shared/rules/limits.ts'
import { aDraftProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const places = [
  { projectName: 'Mangroves of Lamu', country: 'KE', type: 'Blue Carbon', days: 100 },
  { projectName: 'Cookstoves of Kisumu', country: 'KE', type: 'Cookstoves', days: 40 },
  { projectName: 'Forest of Mabira', country: 'UG', type: 'REDD+', days: 8 },
  { projectName: 'Solar of Arusha', country: 'TZ', type: 'Solar', days: 0 },
]

/** Four pending projects, waiting for 100, 40, 8 and no days. */
async function aQueue(): Promise<{ tenant: TenantOfTest; ids: string[] }> {
  const tenant = await aTenant({ isConfigured: true })
  const ids: string[] = []
  for (const { days, ...facts } of places) {
    const { projectId, projectKey } = await aDraftProject(tenant, { projectName: facts.projectName })
    await tenant.proponent.call(updateProject, {
      query: { projectKey },
      body: { country: facts.country, type: facts.type },
    })
    await tenant.proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
    await tenant.world.sql`
      update project set status_since = now() - ${days} * interval '1 day' where tenant_id = ${tenant.tenant.id} and id = ${projectId}`
    ids.push(projectId)
  }
  return { tenant, ids }
}

const namesIn = async (caller: Caller, query: QueryOf<typeof listTasks>) =>
  (await caller.call(listTasks, { query })).items.map(({ name }) => name.split(' ')[0])
const decision = (subjectId: string) => ({ kind: 'project.decide' as const, subjectId })
const statusOf = async ({ tenantAdmin }: TenantOfTest, projectId: string) =>
  (await tenantAdmin.call(readProject, { query: { projectId } })).status

test('the queue is filtered by what the subjects are, how long they wait and who has them, and sorted', async () => {
  const { tenant, ids } = await aQueue()
  const { tenantAdmin } = tenant
  expect(await namesIn(tenantAdmin, { country: ['KE', 'TZ'] })).toEqual(['Mangroves', 'Cookstoves', 'Solar'])
  expect(await namesIn(tenantAdmin, { age: ['90', '7'] })).toEqual(['Mangroves', 'Forest'])
  expect(await namesIn(tenantAdmin, { type: ['Solar'], country: ['TZ'] })).toEqual(['Solar'])
  expect(await namesIn(tenantAdmin, { proponentId: ['proponent'] })).toHaveLength(4)
  expect(await namesIn(tenantAdmin, { due: ['overdue', 'week'] })).toEqual([])
  expect(await namesIn(tenantAdmin, { sort: '-since' })).toEqual(['Solar', 'Forest', 'Cookstoves', 'Mangroves'])
  expect(await namesIn(tenantAdmin, { sort: 'name' })).toEqual(['Cookstoves', 'Forest', 'Mangroves', 'Solar'])
  const first = await tenantAdmin.call(listTasks, { query: { sort: 'name', limit: 3 } })
  const rest = { sort: 'name', limit: 3, cursor: first.nextCursor ?? '' } as const
  expect(await namesIn(tenantAdmin, rest)).toEqual(['Solar'])
  expect(first.total).toBe(4)
  expect(first.items[0]).toMatchObject({ proponent: 'The proponent', country: 'KE', type: 'Cookstoves' })

  await tenantAdmin.call(assignTasks, {
    body: { tasks: ids.slice(0, 2).map(decision), username: tenantAdmin.username },
  })
  expect(await namesIn(tenantAdmin, { assigned: 'me' })).toEqual(['Mangroves', 'Cookstoves'])
  expect(await namesIn(tenantAdmin, { assigned: 'nobody', country: 'UG' })).toEqual(['Forest'])
  const { facets } = await tenantAdmin.call(readTaskFacets, { query: { country: 'KE' } })
  expect(Object.fromEntries(facets.map(({ facet, values }) => [facet, values]))).toMatchObject({
    kind: [{ value: 'project.decide', count: 2 }],
    country: [
      { value: 'KE', count: 2 },
      { value: 'TZ', count: 1 },
      { value: 'UG', count: 1 },
    ],
    proponentId: [{ value: 'proponent', name: 'The proponent', count: 2 }],
    assigned: [{ value: 'me', count: 2 }],
    age: expect.arrayContaining([
      { value: '90', count: 1, name: null },
      { value: '30', count: 1, name: null },
    ]),
  })
})

test('a task knows its place in the list and its neighbours, whatever the page', async () => {
  const { tenant, ids } = await aQueue()
  const placeOf = (query: Omit<QueryOf<typeof readTaskPlace>, 'open'>, id = ids[1]) =>
    tenant.tenantAdmin.call(readTaskPlace, { query: { ...query, open: `project.decide:${id}` } })
  expect(await placeOf({})).toMatchObject({
    task: { name: 'Cookstoves of Kisumu' },
    place: 2,
    total: 4,
    previous: decision(ids[0] ?? ''),
    next: decision(ids[2] ?? ''),
  })
  expect(await placeOf({ sort: '-since' })).toMatchObject({ place: 3, next: decision(ids[0] ?? '') })
  expect(await placeOf({ country: 'KE' })).toMatchObject({ place: 2, total: 2, next: null })
  expect(await placeOf({ q: 'cookstoves' })).toMatchObject({ place: 1, total: 1, previous: null, next: null })
  expect(await placeOf({ country: 'UG' })).toMatchObject({ task: { country: 'KE' }, place: 0, total: 1 })
  expect(await placeOf({}, 'nothing')).toMatchObject({ task: null, place: 0, total: 4 })
})

describe('several decisions with one reason', () => {
  test('are each made by their own rule, with their own audit line and notice; what is refused hinders no other', async () => {
    const { tenant, ids } = await aQueue()
    const { tenantAdmin, proponent, newcomer } = tenant
    const [first = '', second = '', third = '', fourth = ''] = ids
    const { accountId } = await newcomer.call(createAccount, {
      body: { name: 'Green Hills', type: 'buyer', country: 'KE' },
    })
    const { methodologyId } = await proponent.call(proposeMethodology, {
      body: { name: 'Peat', version: '1', description: '' },
    })
    await tenantAdmin.call(decideProject, { params: { projectId: fourth }, body: { act: 'approve' } })
    const tasks: BodyOf<typeof decideTasks>['tasks'] = [
      ...[third, fourth, first, second].map(decision),
      { kind: 'methodology.decide', subjectId: methodologyId },
      { kind: 'account.decide', subjectId: accountId },
    ]
    const reason = 'Say where the plots are.'
    const { items } = await tenantAdmin.call(decideTasks, { body: { tasks, act: 'requestChanges', reason } })
    expect(items.map(({ subjectId, refusal }) => [subjectId, refusal?.code ?? 'done'])).toEqual([
      [third, 'done'],
      [fourth, 'conflict'],
      [first, 'done'],
      [second, 'done'],
      [methodologyId, 'done'],
      [accountId, 'conflict'],
    ])
    for (const id of [first, second, third]) expect(await statusOf(tenant, id)).toBe('draft')
    expect(await statusOf(tenant, fourth)).toBe('approved')
    const { items: lines } = await tenantAdmin.call(listAudit, { query: { act: 'project.return' } })
    expect(lines.map(({ subject, after }) => [subject, after])).toEqual(
      expect.arrayContaining(
        [first, second, third].map((id) => [`project:${id}`, expect.objectContaining({ reason })]),
      ),
    )
    const { items: notices } = await proponent.call(listNotices, { query: { limit: 10 } })
    expect(notices.filter(({ kind }) => kind === 'project.return')).toHaveLength(3)
  })

  test('are previewed by the same rules, and the preview changes nothing', async () => {
    const { tenant, ids } = await aQueue()
    const { tenantAdmin, proponent } = tenant
    const [first = '', second = '', third = ''] = ids
    const read = (await tenantAdmin.call(listTasks, { query: {} })).items
    const changedAt = (id: string) => read.find(({ subjectId }) => subjectId === id)?.changedAt ?? null
    await proponent.call(decideProject, { params: { projectId: third }, body: { act: 'submit' } }).catch(() => null)
    await tenantAdmin.call(decideProject, { params: { projectId: second }, body: { act: 'return', reason: 'Where?' } })
    await proponent.call(decideProject, { params: { projectId: second }, body: { act: 'submit' } })
    const tasks = [first, second, third].map((id) => ({ ...decision(id), changedAt: changedAt(id) }))
    const lines = async () => (await tenantAdmin.call(listAudit, { query: {} })).total
    const before = await lines()
    const body = { tasks, act: 'reject' as const }
    const { items } = await tenantAdmin.call(previewDecisions, { body })
    expect(items.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, 'changed_meanwhile', null])
    expect(await lines()).toBe(before)
    expect(await statusOf(tenant, first)).toBe('pending')
    const decided = await tenantAdmin.call(decideTasks, { body: { ...body, reason: 'Nowhere.' } })
    expect(decided.items.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, 'changed_meanwhile', null])
    expect(await statusOf(tenant, second)).toBe('pending')
  })

  test('need the reason that each rule needs, and are at most fifty', async () => {
    const { tenant, ids } = await aQueue()
    const { tenantAdmin } = tenant
    const [first = ''] = ids
    const tasks = [decision(first)]
    const { items } = await tenantAdmin.call(decideTasks, { body: { tasks, act: 'reject' } })
    expect(items).toMatchObject([{ refusal: { code: 'invalid', reason: 'decision.reason' } }])
    const tooMany = Array.from({ length: limits.items + 1 }, (_, at) => decision(`p${at}`))
    for (const refused of [tooMany, []]) {
      await expect(tenantAdmin.call(decideTasks, { body: { tasks: refused, act: 'approve' } })).rejects.toMatchObject({
        code: 'invalid',
      })
    }
  })

  test('of own work are refused, also in the preview', async () => {
    const tenant = await aTenant({ isConfigured: true })
    const { tenantAdmin, proponent } = tenant
    const own = await tenantAdmin.call(proposeMethodology, { body: { name: 'Kelp', version: '1', description: '' } })
    const other = await proponent.call(proposeMethodology, { body: { name: 'Dune', version: '1', description: '' } })
    const tasks = [own, other].map(({ methodologyId: subjectId }) => ({
      kind: 'methodology.decide' as const,
      subjectId,
    }))
    const body = { tasks, act: 'approve' as const }
    for (const endpoint of [previewDecisions, decideTasks]) {
      const { items } = await tenantAdmin.call(endpoint, { body })
      expect(items.map(({ refusal }) => refusal?.code ?? null)).toEqual(['own_work', null])
    }
  })

  test('under one key are made once', async () => {
    const { tenant, ids } = await aQueue()
    const { tenantAdmin } = tenant
    const body = { tasks: ids.map(decision), act: 'approve' as const }
    const sent = { body, headers: { 'idempotency-key': crypto.randomUUID() } }
    const first = await tenantAdmin.call(decideTasks, sent)
    expect(first.items.every(({ refusal }) => refusal === null)).toBe(true)
    expect(await tenantAdmin.call(decideTasks, sent)).toEqual(first)
  })
})

test('several tasks are assigned at once, each refused by itself', async () => {
  const { tenant, ids } = await aQueue()
  const { tenantAdmin, proponent } = tenant
  const tasks = [...ids, 'nothing'].map(decision)
  const given = await tenantAdmin.call(assignTasks, { body: { tasks, username: tenantAdmin.username } })
  expect(given.items.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, null, null, null, 'not_found'])
  const refused = await tenantAdmin.call(assignTasks, {
    body: { tasks: tasks.slice(0, 1), username: proponent.username },
  })
  expect(refused.items).toMatchObject([{ refusal: { reason: 'people.noTaker' } }])
})
