import { beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { correctIncident, listIncidents, openIncident, updateIncident } from '#shared/contract/service-status.ts'
import { groupName } from '#shared/rules/groups.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

let tenant: TenantOfTest
beforeAll(async () => {
  tenant = await aTenant()
})

const reported = {
  title: 'Letters are late',
  affected: ['mail'],
  state: 'investigating',
  words: 'None arrived.',
} as const
const anIncident = (by = tenant) => by.tenantAdmin.call(openIncident, { body: { ...reported, affected: ['mail'] } })
const listed = async (caller: Caller = tenant.visitor, query: { q?: string; limit?: number; cursor?: string } = {}) =>
  caller.call(listIncidents, { query: { tenantId: tenant.tenant.id, ...query } })

describe('an incident', () => {
  test('is public at once, with each update, until and after it is resolved', async () => {
    const { incidentId } = await anIncident()
    const add = (state: 'identified' | 'resolved', words: string) =>
      tenant.tenantAdmin.call(updateIncident, { params: { incidentId }, body: { state, words } })
    await add('identified', 'The mail server was full.')
    await add('resolved', 'All have arrived.')
    const [found] = (await listed()).items
    expect(found).toMatchObject({ incidentId, title: reported.title, affected: ['mail'], state: 'resolved' })
    expect(found?.resolvedAt).toBe(found?.updates[0]?.at)
    expect(found?.updates.map(({ number, state, words }) => [number, state, words])).toEqual([
      [3, 'resolved', 'All have arrived.'],
      [2, 'identified', 'The mail server was full.'],
      [1, 'investigating', 'None arrived.'],
    ])
    await expect(add('identified', 'Again.')).rejects.toMatchObject({
      code: 'conflict',
      refusal: { reason: 'incident.resolved' },
    })
  })

  test('keeps the earlier words of a correction', async () => {
    const { incidentId } = await anIncident()
    const correct = (body: { number: number; title?: string; words: string }) =>
      tenant.tenantAdmin.call(correctIncident, { params: { incidentId }, body })
    const corrected = await correct({ number: 1, title: 'Some letters are late', words: 'Three did not arrive.' })
    expect(corrected.title).toBe('Some letters are late')
    expect(corrected.updates[0]).toMatchObject({
      words: 'Three did not arrive.',
      earlier: [{ title: reported.title, words: reported.words }],
    })
    const again = await correct({ number: 1, title: corrected.title, words: 'Two did not arrive.' })
    expect(again.updates[0]?.earlier[0]).toMatchObject({ title: null, words: 'Three did not arrive.' })
    await expect(correct({ number: 2, words: 'Nothing.' })).rejects.toMatchObject({ code: 'not_found' })
    const [, line] = (await tenant.tenantAdmin.call(listAudit, { query: { act: 'incident.correct' } })).items
    expect(line).toMatchObject({
      before: { title: reported.title, description: reported.words },
      after: { title: 'Some letters are late', description: 'Three did not arrive.' },
    })
  })

  test('is written by admins of its registry alone', async () => {
    const { incidentId } = await anIncident()
    const { accountAdmin, proponent, newcomer, visitor } = tenant
    for (const caller of [accountAdmin, proponent, newcomer])
      await expect(caller.call(openIncident, { body: { ...reported, affected: ['mail'] } })).rejects.toMatchObject({
        code: 'forbidden',
      })
    await expect(visitor.call(openIncident, { body: { ...reported, affected: ['mail'] } })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    const other = await aTenant({ world: tenant.world })
    const body = { state: 'resolved', words: 'It is over.' } as const
    await expect(other.tenantAdmin.call(updateIncident, { params: { incidentId }, body })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('tells the other admins, and has a line in the audit log', async () => {
    const own = await aTenant({ world: tenant.world })
    const other = await own.addPerson([groupName({ tenantId: own.tenant.id, accountId: null, role: 'TenantAdmin' })])
    await other.call(listNotices)
    await anIncident(own)
    const [notice] = (await other.call(listNotices)).items
    expect(notice).toMatchObject({ kind: 'incident.open', facts: { about: reported.title } })
    const lines = await own.tenantAdmin.call(listAudit, { query: { act: 'incident' } })
    expect(lines.items).toMatchObject([{ act: 'incident.open', after: { title: reported.title } }])
  })
})

test('the list has unresolved incidents of any age and others of 90 days, page by page, found by their words', async () => {
  const own = await aTenant({ world: tenant.world })
  const { sql } = own.world
  for (let made = 0; made < 5; made++) await anIncident(own)
  const listedThere = (query: { q?: string; limit?: number; cursor?: string; resolved?: 'true' | 'false' } = {}) =>
    own.visitor.call(listIncidents, { query: { tenantId: own.tenant.id, ...query } })
  const [first, second, third] = (await listedThere()).items
  const age = async (id: string | undefined, isResolved: boolean) => sql`
    update incident set opened_at = now() - interval '100 days',
      ${isResolved ? sql`state = 'resolved', resolved_at = now() - interval '91 days'` : sql`title = 'Pictures fail'`}
    where tenant_id = ${own.tenant.id} and id = ${id ?? ''}`
  await age(first?.incidentId, true)
  await age(second?.incidentId, false)
  const page = await listedThere({ limit: 3 })
  const rest = await listedThere({ limit: 3, cursor: page.nextCursor ?? '' })
  const all = [...page.items, ...rest.items].map(({ incidentId }) => incidentId)
  expect([page.total, all.length, new Set(all).size]).toEqual([4, 4, 4])
  expect(all[0]).toBe(third?.incidentId)
  expect(all.at(-1)).toBe(second?.incidentId)
  const { incidentId: fourth = '' } = page.items[1] ?? {}
  const body = { state: 'resolved', words: 'Over.' } as const
  await own.tenantAdmin.call(updateIncident, { params: { incidentId: fourth }, body })
  const idsOf = async (resolved: 'true' | 'false') =>
    (await listedThere({ resolved })).items.map(({ incidentId }) => incidentId)
  expect(await idsOf('true')).toEqual([fourth])
  expect(await idsOf('false')).toEqual(all.filter((id) => id !== fourth))
  expect((await listedThere({ q: 'pictures' })).items.map(({ incidentId }) => incidentId)).toEqual([second?.incidentId])
  expect((await listedThere({ q: 'nothing like it' })).total).toBe(0)
})
