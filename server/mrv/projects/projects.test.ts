import { describe, expect, test } from 'vitest'
import { unknownTime } from '#server/infra/db/times.ts'
import type { QueryOf } from '#shared/contract/endpoint.ts'
import { openMeasurement } from '#shared/contract/measurements.ts'
import {
  listMyProjects,
  listOwnedAssets,
  listProjects,
  type ProjectSummary,
  readProject,
} from '#shared/contract/projects.ts'
import { aDraftProject, anApprovedProject, anIssuedAsset, aVerifiedQuantity, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import { aTenant } from '#tests/kit/tenant.ts'

/** Projects `p-1` … `p-n`, in threes with equal times, as imports create them. */
async function manyProjects({ world, tenant }: TenantOfTest, count: number) {
  await world.sql`
    insert into project (tenant_id, id, account_id, number, name, status, country, created_at)
    select ${tenant.id}, 'p-' || i, 'proponent', i, case when i % 2 = 0 then 'Wind farm ' else 'wind park ' end || i,
      'approved', case when i % 5 = 0 then 'BR' else 'KE' end,
      '2026-01-01T00:00:00.000001Z'::timestamptz + (i / 3) * interval '1 microsecond'
    from generate_series(1, ${count}::int) i`
}

async function allPages({ visitor, tenant }: TenantOfTest, query: Partial<QueryOf<typeof listProjects>>) {
  const seen: ProjectSummary[] = []
  let cursor: string | undefined
  do {
    const page = await visitor.call(listProjects, { query: { tenantId: tenant.id, ...query, cursor } })
    seen.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return seen
}

describe('the public list', () => {
  test('shows what is published, to anybody, and nothing else', async () => {
    const tenant = await aTenant()
    await aDraftProject(tenant)
    const { projectId } = await anApprovedProject(tenant)
    const query = { tenantId: tenant.tenant.id }
    for (const caller of [tenant.visitor, tenant.newcomer, tenant.proponent, tenant.buyer, tenant.tenantAdmin]) {
      const { items, total } = await caller.call(listProjects, { query })
      expect(items.map((item) => item.projectId)).toEqual([projectId])
      expect(total).toBe(1)
    }
    const { items } = await tenant.visitor.call(listProjects, { query: { ...query, status: 'draft' } })
    expect(items).toEqual([])
  })

  test('says of a project what its page says, to each caller, whatever it is called', async () => {
    const tenant = await aTenant()
    const projectName = `"Süd" \\ {"a": [1]}, </script> \u{1F333} $1 'x'`
    const { projectId, image } = await anApprovedProject(tenant, { projectName })
    expect(image).toBeNull()
    const query = { tenantId: tenant.tenant.id }
    for (const caller of [tenant.visitor, tenant.newcomer, tenant.proponent, tenant.tenantAdmin]) {
      const { items } = await caller.call(listProjects, { query })
      const page = await caller.call(readProject, { query: { ...query, projectId } })
      expect([page]).toMatchObject(items)
    }
  })

  test('has every state for the tenant admins who ask for it, and for nobody else', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    await aDraftProject(tenant)
    await anApprovedProject(tenant)
    const query = { tenantId: tenant.tenant.id, isAdmin: 'true' } as const
    const outcomes = {
      visitor: await outcomeOf(tenant.visitor.call(listProjects, { query })),
      newcomer: await outcomeOf(tenant.newcomer.call(listProjects, { query })),
      member: await outcomeOf(tenant.proponent.call(listProjects, { query })),
      accountAdmin: await outcomeOf(tenant.accountAdmin.call(listProjects, { query })),
      otherTenantsAdmin: await outcomeOf(other.tenantAdmin.call(listProjects, { query })),
    }
    expect(outcomes).toEqual({
      visitor: 'unauthenticated',
      newcomer: 'forbidden',
      member: 'forbidden',
      accountAdmin: 'forbidden',
      otherTenantsAdmin: 'forbidden',
    })
    expect((await tenant.tenantAdmin.call(listProjects, { query })).total).toBe(2)
  })

  test('of an unknown tenant is not found', async () => {
    const { visitor } = await aTenant()
    await expect(visitor.call(listProjects, { query: { tenantId: 'nowhere' } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test.each([
    'createdAt',
    '-createdAt',
    'statusSince',
    '-statusSince',
    'projectName',
    '-projectName',
    'assetsMinted',
    '-assetsMinted',
  ] as const)('sorted by %s loses and repeats no project between pages', async (sort) => {
    const tenant = await aTenant()
    await manyProjects(tenant, 23)
    const whole = await allPages(tenant, { sort, limit: 200 })
    const paged = await allPages(tenant, { sort, limit: 4 })
    expect(paged.map((item) => item.projectId)).toEqual(whole.map((item) => item.projectId))
    expect(new Set(paged.map((item) => item.projectId)).size).toBe(23)
  })

  test.each([
    ['the longest waiting first', 'statusSince', ['p-2', 'p-5', 'p-1', 'p-3', 'p-4', 'p-6']],
    ['the last that came first', '-statusSince', ['p-6', 'p-4', 'p-3', 'p-1', 'p-5', 'p-2']],
  ] as const)(
    'has what waits for a decision %s, those of which no day is known before all, whole over its pages',
    async (_, sort, order) => {
      const tenant = await aTenant()
      const { world, tenantAdmin } = tenant
      await manyProjects(tenant, 6)
      await world.sql`update project set status = 'pending'`
      await world.sql`
        update project set created_at = now() - number * interval '1 day', status_since = case
          when id in ('p-2', 'p-5') then ${unknownTime(world.sql)}
          when id = 'p-6' then '2026-02-01T00:00:00.000002Z'::timestamptz
          else '2026-02-01T00:00:00.000001Z' end`
      const seen: ProjectSummary[] = []
      for (let cursor: string | undefined, isOver = false; !isOver; isOver = cursor === undefined) {
        const query = {
          tenantId: tenant.tenant.id,
          isAdmin: 'true',
          status: 'pending',
          sort,
          limit: 1,
          cursor,
        } as const
        const page = await tenantAdmin.call(listProjects, { query })
        seen.push(...page.items)
        cursor = page.nextCursor ?? undefined
      }
      expect(seen.map(({ projectId }) => projectId)).toEqual(order)
      const unknown = seen.filter(({ statusSince }) => statusSince === null)
      expect(unknown.map(({ projectId }) => projectId).sort()).toEqual(['p-2', 'p-5'])
    },
  )

  test("lists for the registry's admins what waits in one country, as the desk filters it", async () => {
    const tenant = await aTenant()
    await manyProjects(tenant, 11)
    await tenant.world.sql`update project set status = 'pending' where tenant_id = ${tenant.tenant.id} and number > 5`
    const query = { tenantId: tenant.tenant.id, status: 'pending', country: 'BR', q: 'wind', limit: 200 } as const
    const { items } = await tenant.tenantAdmin.call(listProjects, { query: { ...query, isAdmin: 'true' } })
    expect(items.map(({ projectId }) => projectId)).toEqual(['p-10'])
    expect(await outcomeOf(tenant.proponent.call(listProjects, { query: { ...query, isAdmin: 'true' } }))).toBe(
      'forbidden',
    )
    expect((await tenant.visitor.call(listProjects, { query })).items).toEqual([])
  })

  test('sorts names without regard to capitals', async () => {
    const tenant = await aTenant()
    await manyProjects(tenant, 4)
    const names = (await allPages(tenant, { sort: 'projectName' })).map((item) => item.projectName)
    expect(names).toEqual(['Wind farm 2', 'Wind farm 4', 'wind park 1', 'wind park 3'])
  })

  test('finds by a part of the name, by the id, by country and by methodology, and counts what it found', async () => {
    const tenant = await aTenant()
    await manyProjects(tenant, 23)
    const { methodologyId } = await anApprovedProject(tenant, { projectName: '100% _real_ \\ "mangroves"' })
    const find = async (query: Partial<QueryOf<typeof listProjects>>) => {
      const list = await tenant.visitor.call(listProjects, {
        query: { tenantId: tenant.tenant.id, limit: 2, ...query },
      })
      return [list.items.length, list.total]
    }
    expect(await find({ q: 'FARM' })).toEqual([2, 11])
    expect(await find({ q: 'p-7' })).toEqual([1, 1])
    expect(await find({ q: '100% _REAL_ \\ "m' })).toEqual([1, 1])
    expect(await find({ q: '%' })).toEqual([1, 1])
    expect(await find({ country: 'BR' })).toEqual([2, 4])
    expect(await find({ methodologyId: methodologyId ?? '' })).toEqual([1, 1])
    expect(await find({ accountId: 'buyer' })).toEqual([0, 0])
  })

  test.each([
    ['not base64 of ours', 'nonsense'],
    ['a date that no calendar has', Buffer.from('["2026-02-31T00:00:00.000000Z","x"]').toString('base64url')],
    ['the year 0', Buffer.from('["0000-01-01T00:00:00Z","x"]').toString('base64url')],
    ['text where a time belongs', Buffer.from('["now()","x"]').toString('base64url')],
    ['a character that PostgreSQL has not', Buffer.from('["2026-01-01T00:00:00Z","\\u0000"]').toString('base64url')],
    ['SQL', Buffer.from(`["2026-01-01T00:00:00Z' or 1=1 --","x"]`).toString('base64url')],
  ])('refuses a cursor that it did not make: %s', async (_, cursor) => {
    const { visitor, tenant } = await aTenant()
    await expect(visitor.call(listProjects, { query: { tenantId: tenant.id, cursor } })).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'cursor' }],
    })
  })

  test('takes a cursor of another sort for none of its own, or for a place, never for an error of ours', async () => {
    const tenant = await aTenant()
    await manyProjects(tenant, 3)
    const byName = await tenant.visitor.call(listProjects, {
      query: { tenantId: tenant.tenant.id, sort: 'projectName', limit: 1 },
    })
    for (const sort of ['createdAt', '-assetsMinted'] as const) {
      const query = { tenantId: tenant.tenant.id, sort, cursor: byName.nextCursor ?? '' }
      expect(await outcomeOf(tenant.visitor.call(listProjects, { query }))).toBe('invalid')
    }
  })
})

describe('the own lists', () => {
  test('my projects are those of my account in every state', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    expect((await tenant.proponent.call(listMyProjects)).items).toMatchObject([{ projectId, status: 'draft' }])
    expect((await tenant.buyer.call(listMyProjects)).items).toEqual([])
    expect((await tenant.newcomer.call(listMyProjects)).items).toEqual([])
    expect((await tenant.buyer.call(listMyProjects, { query: { accountId: 'proponent' } })).items).toEqual([])
    expect(await outcomeOf(tenant.visitor.call(listMyProjects))).toBe('unauthenticated')
  })

  test('projects to measure are the approved and active ones of my account and those assigned to it', async () => {
    const tenant = await aTenant()
    await aDraftProject(tenant)
    const { projectId } = await anApprovedProject(tenant)
    const { projectId: withoutProvider } = await anApprovedProject(tenant)
    await tenant.world.sql`update project set measurement_provider_id = null where id = ${withoutProvider}`
    const measurable = async (caller: TenantOfTest['proponent']) => {
      const { items } = await caller.call(listMyProjects, { query: { measurable: 'true' } })
      return items.map((item) => item.projectId)
    }
    expect(await measurable(tenant.proponent)).toEqual([projectId])
    expect(await measurable(tenant.measurer)).toEqual([projectId])
    for (const caller of [tenant.verifier, tenant.buyer, tenant.newcomer]) expect(await measurable(caller)).toEqual([])
  })

  test('owned assets are the projects of which my account holds units, with how many', async () => {
    const tenant = await aTenant()
    const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 100 })
    await transferred(tenant, { assetId, quantity: 30, toAccountId: 'buyer' })
    expect((await tenant.proponent.call(listOwnedAssets)).items).toMatchObject([{ projectId, balance: 70 }])
    const owned = await tenant.buyer.call(listOwnedAssets, { query: { q: 'mangrove' } })
    expect(owned).toMatchObject({
      total: 1,
      items: [{ projectId, balance: 30, assetsMinted: 100, assetsAvailable: 100 }],
    })
    expect((await tenant.newcomer.call(listOwnedAssets)).items).toEqual([])
  })
})

describe('one project', () => {
  test('is there for whoever may know of it', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    const draft = await aDraftProject(tenant)
    const published = await anApprovedProject(tenant)
    const read = (caller: TenantOfTest['visitor'], projectId: string) =>
      outcomeOf(caller.call(readProject, { query: { projectId, tenantId: tenant.tenant.id } }))
    const { visitor, newcomer, proponent, accountAdmin, measurer, verifier, buyer, tenantAdmin } = tenant
    for (const caller of [visitor, newcomer, buyer, other.tenantAdmin, other.proponent]) {
      expect(await read(caller, draft.projectId)).toBe('not_found')
      expect(await read(caller, published.projectId)).toBe('ok')
    }
    for (const caller of [proponent, accountAdmin, measurer, verifier, tenantAdmin]) {
      expect(await read(caller, draft.projectId)).toBe('ok')
    }
    expect(await read(proponent, 'no-such-project')).toBe('not_found')
  })

  test('shows its facts, its parties, its units and its serial numbers', async () => {
    const tenant = await aTenant()
    const { projectId, assetId } = await anIssuedAsset(tenant, { quantity: 60, verified: 100 })
    const project = await tenant.visitor.call(readProject, { query: { projectId, tenantId: tenant.tenant.id } })
    const { serial_prefix: prefix } = (
      await tenant.world.sql`select serial_prefix from tenant where id = ${tenant.tenant.id}`
    )[0] as { serial_prefix: string }
    expect(project).toMatchObject({
      projectKey: `${tenant.tenant.id}:proponent:${projectId}`,
      projectName: 'Mangroves of Gazi Bay',
      proponent: 'The proponent',
      measurementProvider: { accountId: 'measurer', name: 'The measurer' },
      verificationProvider: { accountId: 'verifier', name: 'The verifier' },
      verifier: 'The verifier',
      standard: `Registry ${tenant.tenant.id}`,
      vintage: '2024',
      status: 'active',
      stage: 'issuance',
      assetsMinted: 60,
      assetsAvailable: 60,
      retired: 0,
      blockchainAddressActive: true,
      acts: [],
      items: [{ assetId, issued: 60, verified: 100, held: 60, rangeCount: 1 }],
    })
    expect(project.items[0]?.serials).toEqual([
      { assetId, first: 1, last: 60, quantity: 60, serial: `${prefix}-KE-1-2024-1-1-60` },
    ])
    expect(BigInt(project.items[0]?.tokenId ?? 0)).toBeGreaterThan(0n)
  })

  test('goes through its stages as its work goes on', async () => {
    const tenant = await aTenant()
    const stageOf = async (projectId: string) =>
      (await tenant.proponent.call(readProject, { query: { projectId } })).stage
    const { projectId } = await aDraftProject(tenant)
    expect(await stageOf(projectId)).toBe('registration')
    const approved = await anApprovedProject(tenant)
    expect(await stageOf(approved.projectId)).toBe('measurement')
    await aVerifiedQuantity(tenant, { quantity: 5, projectId: approved.projectId })
    expect(await stageOf(approved.projectId)).toBe('issuance')
    const issued = await anIssuedAsset(tenant, { quantity: 5 })
    expect(await stageOf(issued.projectId)).toBe('issuance')
    const next = { projectId: issued.projectId, periodStart: '2025-01-01', periodEnd: '2025-03-31' }
    await tenant.proponent.call(openMeasurement, { body: next })
    expect(await stageOf(issued.projectId)).toBe('measurement')
    await tenant.world
      .sql`update measurement set status = 'rejected' where project_id = ${issued.projectId} and status = 'in progress'`
    await tenant.world.sql`update project set end_date = '2025-06-01' where id = ${issued.projectId}`
    expect(await stageOf(issued.projectId)).toBe('completed')
  })
})

test('a published project is found by its id alone, at whatever site and by whomever it is asked for', async () => {
  const [tenant, other] = [await aTenant(), await aTenant()]
  const { projectId } = await anApprovedProject(tenant)
  const draft = await aDraftProject(tenant)
  for (const caller of [tenant.visitor, tenant.buyer, other.buyer, other.tenantAdmin, tenant.newcomer]) {
    expect(await caller.call(readProject, { query: { projectId } })).toMatchObject({
      projectId,
      tenantId: tenant.tenant.id,
    })
    const unpublished = caller.call(readProject, { query: { projectId: draft.projectId } })
    expect(await outcomeOf(unpublished)).toBe('not_found')
  }
  expect(await outcomeOf(tenant.proponent.call(readProject, { query: { projectId: draft.projectId } }))).toBe('ok')
})
