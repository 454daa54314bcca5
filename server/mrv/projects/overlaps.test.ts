import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTenant } from '#server/infra/db/database.ts'
import { sqlOn } from '#server/infra/db/query.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { countOverlaps, decideOverlap, listOverlaps } from '#shared/contract/overlaps.ts'
import { decideProject, updateProject } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { aDraftProject, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { overlapsOf, undecidedOverlaps } from './overlaps.store.ts'

const named = () => `Q${crypto.randomUUID()}`

/** Each test uses its own part of the sea. */
let sea = 0
const anywhere = () => ({ longitude: -150 + 3 * (sea % 30), latitude: -60 + 3 * Math.floor(sea++ / 30) })

const state = (tenant: TenantOfTest, projectKey: string, body: BodyOf<typeof updateProject>) =>
  tenant.proponent.call(updateProject, { query: { projectKey }, body })

const overlapsFor = async (tenant: TenantOfTest, projectId: string) =>
  (await tenant.tenantAdmin.call(listOverlaps, { params: { projectId } })).items

const squareAt = (longitude: number, latitude: number, size: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [longitude, latitude],
      [longitude + size, latitude],
      [longitude + size, latitude + size],
      [longitude, latitude],
    ] as [number, number][],
  ],
})

describe('a project is found to be near another', () => {
  test('within ten kilometres, with what else they have in common, and not beyond', async () => {
    const tenant = await aTenant()
    const at = anywhere()
    const mine = await aDraftProject(tenant, { projectName: named() })
    const near = await aDraftProject(tenant, { projectName: named() })
    const far = await aDraftProject(tenant, { projectName: named() })
    await state(tenant, mine.projectKey, { ...at, sector: 'Agriculture' })
    await state(tenant, near.projectKey, { ...at, latitude: at.latitude + 0.08, sector: 'agriculture' })
    await state(tenant, far.projectKey, { ...at, latitude: at.latitude + 0.1 })
    const [found, ...more] = await overlapsFor(tenant, mine.projectId)
    expect(more).toEqual([])
    expect(found).toMatchObject({ projectId: near.projectId, matches: ['place', 'period', 'sector'], decision: null })
    expect(found?.distanceKm).toBeCloseTo(8.9, 1)
  })

  test('where their boxes touch, however far their middles are', async () => {
    const tenant = await aTenant()
    const { longitude, latitude } = anywhere()
    const mine = await aDraftProject(tenant, { projectName: named() })
    const other = await aDraftProject(tenant, { projectName: named() })
    await state(tenant, mine.projectKey, { area: squareAt(longitude, latitude, 0.5) })
    await state(tenant, other.projectKey, { area: squareAt(longitude + 0.5, latitude, 0.5) })
    const found = await overlapsFor(tenant, mine.projectId)
    expect(found).toMatchObject([{ projectId: other.projectId, matches: ['place', 'period'] }])
    expect(found[0]?.distanceKm).toBeGreaterThan(20)
  })

  test('by the parts of its place that are nearest, and not by what lies between them', async () => {
    const tenant = await aTenant()
    const { longitude, latitude } = anywhere()
    const [mine, between, beside] = [
      await aDraftProject(tenant, { projectName: named() }),
      await aDraftProject(tenant, { projectName: named() }),
      await aDraftProject(tenant, { projectName: named() }),
    ]
    const coordinates = [0, 2].map((east) => squareAt(longitude + east, latitude, 0.1).coordinates)
    await state(tenant, mine.projectKey, { area: { type: 'MultiPolygon', coordinates } })
    await state(tenant, between.projectKey, { longitude: longitude + 1, latitude: latitude + 0.05 })
    await state(tenant, beside.projectKey, { longitude: longitude + 2.05, latitude: latitude + 0.1 })
    const [found, ...more] = await overlapsFor(tenant, mine.projectId)
    expect(more).toEqual([])
    expect(found).toMatchObject({ projectId: beside.projectId, matches: ['place', 'period'] })
    expect(found?.distanceKm).toBeCloseTo(5.6, 1)
    expect(await overlapsFor(tenant, beside.projectId)).toMatchObject([{ projectId: mine.projectId }])
    expect(await overlapsFor(tenant, between.projectId)).toEqual([])
  })

  test('by nearly the same name, and by the same id of origin across registries', async () => {
    const [tenant, elsewhere] = [await aTenant(), await aTenant()]
    const name = `Reforestation of the ${named()} hills`
    const origin = { originRegistry: 'VCS', originId: named().slice(0, 20) }
    const mine = await aDraftProject(tenant, { projectName: name })
    const alike = await aDraftProject(tenant, { projectName: `${name} II` })
    const same = await aDraftProject(elsewhere, { projectName: named() })
    await state(tenant, mine.projectKey, origin)
    await state(elsewhere, same.projectKey, { ...origin, originRegistry: 'vcs' })
    const ids = async () => (await overlapsFor(tenant, mine.projectId)).map(({ projectId }) => projectId)
    // Unpublished projects of others are private.
    expect(await ids()).toEqual([alike.projectId])
    await elsewhere.proponent.call(decideProject, { params: { projectId: same.projectId }, body: { act: 'submit' } })
    await elsewhere.tenantAdmin.call(decideProject, { params: { projectId: same.projectId }, body: { act: 'approve' } })
    expect(await overlapsFor(tenant, mine.projectId)).toMatchObject([
      { projectId: same.projectId, tenantId: elsewhere.tenant.id, matches: ['origin', 'period'] },
      { projectId: alike.projectId, tenantId: tenant.tenant.id, matches: ['name', 'period'] },
    ])
    await tenant.world.sql`update tenant set status = 'suspended' where id = ${elsewhere.tenant.id}`
    expect(await ids()).toEqual([alike.projectId])
  })
})

describe('what the registry decides about an overlap', () => {
  async function aPair() {
    const tenant = await aTenant()
    const projectName = `Peat of ${named()}`
    const mine = await anApprovedProject(tenant, { projectName })
    const other = await aDraftProject(tenant, { projectName })
    const params = { projectId: mine.projectId }
    const body = {
      otherTenantId: tenant.tenant.id,
      otherProjectId: other.projectId,
      verdict: 'none',
      reason: 'Apart.',
    } as const
    return { tenant, mine, other, params, body }
  }

  test('is kept with its words, audited and replaced by a later decision', async () => {
    const { tenant, other, params, body } = await aPair()
    await tenant.tenantAdmin.call(decideOverlap, { params, body })
    const later = { ...body, verdict: 'refused', reason: 'The same field.' } as const
    const { items } = await tenant.tenantAdmin.call(decideOverlap, { params, body: later })
    expect(items).toMatchObject([
      { decision: { verdict: 'refused', reason: 'The same field.', decidedBy: tenant.tenantAdmin.username } },
    ])
    expect(await overlapsFor(tenant, params.projectId)).toEqual(items)
    const events = await tenant.world.sql<{ before: object; after: { overlapWith: string } }[]>`
      select before, after from audit_event
      where tenant_id = ${tenant.tenant.id} and act = 'project.overlap' order by sequence`
    expect(events).toMatchObject([
      { before: null, after: { verdict: 'none', reason: 'Apart.' } },
      { before: { verdict: 'none', reason: 'Apart.' }, after: { verdict: 'refused', reason: 'The same field.' } },
    ])
    expect(events[0]?.after.overlapWith).toContain(other.projectId)
  })

  test('holds for both projects, from whichever of them it was made', async () => {
    const { tenant, mine, other, params, body } = await aPair()
    const back = { params: { projectId: other.projectId }, body: { ...body, otherProjectId: mine.projectId } }
    await tenant.tenantAdmin.call(decideOverlap, { params, body })
    const seen = await overlapsFor(tenant, other.projectId)
    expect(seen).toMatchObject([{ projectId: mine.projectId, decision: { verdict: 'none', reason: 'Apart.' } }])
    const again = { ...back.body, verdict: 'accepted', reason: 'One takes over.' } as const
    await tenant.tenantAdmin.call(decideOverlap, { ...back, body: again })
    for (const { projectId } of [mine, other]) {
      const [{ decision } = { decision: null }] = await overlapsFor(tenant, projectId)
      expect(decision).toMatchObject({ verdict: 'accepted', reason: 'One takes over.' })
    }
    const rows = await tenant.world.sql`select from overlap_decision where tenant_id = ${tenant.tenant.id}`
    expect(rows).toHaveLength(1)
  })

  test('of two registries is each one’s own; the other sees on which day it was made, and nothing else', async () => {
    const [tenant, elsewhere] = [await aTenant(), await aTenant()]
    const projectName = `Peat of ${named()}`
    const mine = await anApprovedProject(tenant, { projectName })
    const theirs = await anApprovedProject(elsewhere, { projectName })
    const decided = await tenant.tenantAdmin.call(decideOverlap, {
      params: { projectId: mine.projectId },
      body: {
        otherTenantId: elsewhere.tenant.id,
        otherProjectId: theirs.projectId,
        verdict: 'refused',
        reason: 'A secret.',
      },
    })
    expect(decided.items).toMatchObject([{ decidedThereAt: null, decision: { verdict: 'refused' } }])
    const [seen] = await overlapsFor(elsewhere, theirs.projectId)
    expect(seen).toMatchObject({ projectId: mine.projectId, decision: null, acts: ['decide'] })
    expect(seen?.decidedThereAt).toBe(decided.items[0]?.decision?.decidedAt)
    expect(JSON.stringify(seen)).not.toMatch(/refused|secret/i)
    // A third registry reads nothing.
    const third = await aTenant()
    const peeked = await inTenant(
      third.world.deps.sql,
      third.tenant.id,
      (tx) => tx`select overlap_decided_at(${tenant.tenant.id}, ${mine.projectId}, ${theirs.projectId}) as at`,
    )
    expect([...peeked]).toEqual([{ at: null }])
  })

  test('counts among what is undecided until it is made', async () => {
    const { tenant, mine, other, params, body } = await aPair()
    const lone = await aDraftProject(tenant, { projectName: named() })
    const stranger = await aTenant()
    const ids = [mine, other, lone].map(({ projectId }) => projectId)
    const counted = async (caller: typeof tenant.tenantAdmin) => {
      const { items } = await caller.call(countOverlaps, { query: { projectIds: ids.join(',') } })
      return ids.map((id) => items.find(({ projectId }) => projectId === id)?.undecided)
    }
    expect(await counted(tenant.tenantAdmin)).toEqual([1, 1, 0])
    await tenant.tenantAdmin.call(decideOverlap, { params, body })
    expect(await counted(tenant.tenantAdmin)).toEqual([0, 0, 0])
    expect(await counted(stranger.tenantAdmin)).toEqual([undefined, undefined, undefined])
    expect(await outcomeOf(counted(tenant.proponent))).toBe('forbidden')
  })

  test('needs words, a neighbour, and an admin of the registry whose own project it is not', async () => {
    const { tenant, mine, params, body } = await aPair()
    const stranger = await aTenant()
    const outcome = (caller: typeof tenant.tenantAdmin, more: object = {}) =>
      outcomeOf(caller.call(decideOverlap, { params, body: { ...body, ...more } }))
    expect(await outcome(tenant.tenantAdmin, { reason: ' ' })).toBe('invalid')
    expect(await outcome(tenant.tenantAdmin, { otherProjectId: mine.projectId })).toBe('not_found')
    expect(await outcome(tenant.tenantAdmin, { otherTenantId: stranger.tenant.id })).toBe('not_found')
    expect(await outcome(tenant.proponent)).toBe('forbidden')
    expect(await outcome(stranger.tenantAdmin)).toBe('not_found')
    expect(await outcomeOf(tenant.proponent.call(listOverlaps, { params }))).toBe('forbidden')
    await tenant.world.sql`
      insert into audit_event (tenant_id, actor, act, subject)
      values (${tenant.tenant.id}, ${tenant.tenantAdmin.username}, 'project.submit', ${`project:${mine.projectId}`})`
    expect(await outcome(tenant.tenantAdmin)).toBe('own_work')
    // A decision holds for both projects, so own work blocks it from either side.
    const back = { params: { projectId: body.otherProjectId }, body: { ...body, otherProjectId: mine.projectId } }
    expect(await outcomeOf(tenant.tenantAdmin.call(decideOverlap, back))).toBe('own_work')
    expect(await overlapsFor(tenant, mine.projectId)).toMatchObject([{ acts: [] }])
  })
})

describe('a project is approved', () => {
  /** Unique name and sector, no place. */
  async function twoDrafts() {
    const tenant = await aTenant()
    const [mine, other] = [
      await aDraftProject(tenant, { projectName: named() }),
      await aDraftProject(tenant, { projectName: named() }),
    ]
    const at = anywhere()
    const mineIs = (facts: BodyOf<typeof updateProject>) => state(tenant, mine.projectKey, { ...facts })
    const otherIs = (facts: BodyOf<typeof updateProject>) => state(tenant, other.projectKey, { ...facts })
    const request = { params: { projectId: mine.projectId } }
    const submit = (projectId: string) =>
      tenant.proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
    const approve = () => tenant.tenantAdmin.call(decideProject, { ...request, body: { act: 'approve' } })
    const decide = (verdict: 'none' | 'accepted' | 'refused') =>
      tenant.tenantAdmin.call(decideOverlap, {
        ...request,
        body: { otherTenantId: tenant.tenant.id, otherProjectId: other.projectId, verdict, reason: 'As measured.' },
      })
    return { tenant, mine, other, at, mineIs, otherIs, submit, approve, decide }
  }

  test('once each likely overlap has a decision that lets both stand', async () => {
    const { tenant, mine, other, at, mineIs, otherIs, submit, approve, decide } = await twoDrafts()
    await mineIs({ ...at, sector: 'Forestry' })
    await otherIs({ ...at, sector: 'Forestry' })
    await submit(mine.projectId)
    await submit(other.projectId)
    const refused = { code: 'conflict', refusal: { facts: { project: other.projectName } } }
    await expect(approve()).rejects.toMatchObject({ refusal: { reason: 'project.overlapUndecided' } })
    await expect(approve()).rejects.toMatchObject(refused)
    expect(await overlapsFor(tenant, mine.projectId)).toMatchObject([{ hindersApproval: true }])
    await decide('refused')
    await expect(approve()).rejects.toMatchObject({ refusal: { reason: 'project.overlapRefused' } })
    const { items } = await decide('accepted')
    expect(items).toMatchObject([{ hindersApproval: false }])
    expect(await approve()).toMatchObject({ status: 'approved' })
    const approveOther = { params: { projectId: other.projectId }, body: { act: 'approve' } } as const
    expect(await tenant.tenantAdmin.call(decideProject, approveOther)).toMatchObject({ status: 'approved' })
  })

  test('although the registry refused the overlap, once the other project is rejected', async () => {
    const { tenant, mine, other, at, mineIs, otherIs, submit, approve, decide } = await twoDrafts()
    await mineIs({ ...at, sector: 'Forestry' })
    await otherIs({ ...at, sector: 'Forestry' })
    await submit(mine.projectId)
    await submit(other.projectId)
    await decide('refused')
    expect(await outcomeOf(approve())).toBe('conflict')
    const reject = { params: { projectId: other.projectId }, body: { act: 'reject', reason: 'Twice.' } } as const
    await tenant.tenantAdmin.call(decideProject, reject)
    expect(await approve()).toMatchObject({ status: 'approved' })
  })

  test.for([
    ['at one place with another sector', { sector: 'Peat' }, true, false],
    [
      'at one place in another period',
      { sector: 'Forestry', startDate: '2040-01-01', endDate: '2050-01-01' },
      true,
      false,
    ],
    ['of one sector and period elsewhere', { sector: 'Forestry' }, false, false],
    ['with the same id of origin', { originRegistry: 'VCS', originId: '17' }, false, true],
  ] as const)('beside a project %s: in the way? %o', async ([, facts, isNear, hinders]) => {
    const { tenant, mine, other, at, mineIs, otherIs, submit, approve } = await twoDrafts()
    const originId = named().slice(0, 20)
    await mineIs({ ...at, sector: 'Forestry', originRegistry: 'VCS', originId })
    await otherIs({ ...(isNear ? at : anywhere()), ...facts, ...('originId' in facts && { originId }) })
    await submit(mine.projectId)
    await submit(other.projectId)
    const [found] = await overlapsFor(tenant, mine.projectId)
    expect(found?.hindersApproval ?? false).toBe(hinders)
    expect(await outcomeOf(approve())).toBe(hinders ? 'conflict' : 'ok')
  })
})

describe('among thousands of projects', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  beforeAll(async () => {
    database = await aDatabase()
    const { sql } = database
    await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('many', 'M', 'U', 'Us', 'MANY')`
    await sql`insert into account (tenant_id, id, name, kind, status) values ('many', 'a', 'A', 'proponent', 'active')`
    await sql`
      insert into project (tenant_id, id, account_id, number, name, status, longitude, latitude, origin_registry, origin_id)
      select 'many', 'p' || i, 'a', i, md5(i::text) || ' ' || md5((i + 1)::text), 'approved', (i % 340) - 170, (i / 340) * 3 - 60, 'VCS', i::text
      from generate_series(1, 6000) i`
    await sql`analyze project`
  }, 60_000)
  afterAll(() => database.drop())

  test('each way of being alike is answered by its index', async () => {
    const planner = new pg.Client(database.url)
    await planner.connect()
    const plans: string[] = []
    const explaining = sqlOn(async (work) => {
      const query = async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await planner.query(`explain (analyze, timing off) ${text}`, values)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return { rows: [], rowCount: 0 }
      }
      return work(Object.assign(Object.create(planner), { query }))
    }, false)
    await overlapsOf(explaining, 'many', 'p3000')
    await undecidedOverlaps(
      explaining,
      'many',
      Array.from({ length: limits.overlapsCounted }, (_, at) => `p${at * 100}`),
    )
    await planner.end()
    const searches = plans.filter((plan) => plan.includes('overlap_decision'))
    expect(searches).toHaveLength(2)
    for (const plan of searches) {
      for (const index of ['project_by_extent', 'project_by_words', 'project_by_origin']) expect(plan).toContain(index)
      expect(plan).not.toMatch(/Seq Scan on project/)
    }
  })
})
