import { beforeAll, expect, test } from 'vitest'
import type { Sql } from '#server/infra/db/database.ts'
import {
  type ClaimFacet,
  type ClaimSummary,
  claimFacets,
  createClaim,
  listClaims,
  readClaimFacets,
} from '#shared/contract/claims.ts'
import { limits } from '#shared/rules/limits.ts'
import { randomFrom } from '#tests/ground/chaos/random.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import {
  countByHand,
  expectCountsByHand,
  type FacetByHand,
  facetsOfProjects,
  quoted,
  someChoice,
} from '#tests/kit/facets.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld, theWorld, type World } from '#tests/kit/world.ts'

ownWorld()

const claims = 400
const combinations = 50
const valuesOf: Record<ClaimFacet, readonly string[]> = {
  country: ['KE', 'BR', 'IN'],
  type: ['Wind', 'Solar, rooftop', 'REDD+'],
  methodologyId: ['VM1', 'VM2', 'VM3'],
  standard: ['VCS', 'GOLD'],
  vintage: ['2017', '2018', '2020'],
  year: ['2019', '2020', '2021', '2022'],
  beneficiaryKind: ['organisation', 'person', 'anonymous'],
}
const beneficiaries = ['Cosméticos Natura', 'Delta Air Lines', '']

let world: World
const tenants: TenantOfTest[] = []

beforeAll(async () => {
  world = await theWorld()
  for (const seed of [1, 2, 3]) {
    const tenant = await aTenant({ world })
    tenants.push(tenant)
    await fill(world.sql, tenant.tenant.id, randomFrom(seed))
  }
  await world.sql`analyze`
}, 120_000)

/** Some values are frequent, some empty, as in exports. */
async function fill(sql: Sql, tenantId: string, random: () => number): Promise<void> {
  const skewed = <Value>(values: readonly Value[]) => values[Math.floor(random() ** 2 * values.length)]!
  await sql`
    insert into methodology (tenant_id, id, name, status)
    select ${tenantId}, 'VM' || n, 'VM000' || n, 'approved' from generate_series(1, 3) n`
  for (let number = 1; number <= 12; number += 1) {
    await sql`
      insert into project (tenant_id, id, account_id, number, name, kind, country, standard, methodology_id, status)
      values (${tenantId}, ${`p${number}`}, 'proponent', ${number}, ${`Forest ${number}`}, ${skewed([...valuesOf.type, ''])},
        ${skewed([...valuesOf.country, null])}, ${skewed([...valuesOf.standard, ''])},
        ${skewed([...valuesOf.methodologyId, null])}, 'active')`
    for (const year of valuesOf.vintage)
      await sql`
        insert into asset (tenant_id, id, project_id, vintage, batch, country, verified_quantity, issued)
        values (${tenantId}, ${`p${number}-${year}`}, ${`p${number}`}, ${`[${year}-01-01,${year}-12-31]`}, ${year}, 'KE', 1000, 1000)`
  }
  for (let number = 1; number <= claims; number += 1) {
    const id = `c${number}`
    const project = () => `p${1 + Math.floor(random() ** 2 * 12)}`
    const assets = random() < 0.2 ? [1, 2, 3].map(() => `${project()}-${skewed(valuesOf.vintage)}`) : []
    if (assets.length === 0) {
      const only = project()
      const vintages = valuesOf.vintage.filter(() => random() < 0.5)
      assets.push(...(vintages.length > 0 ? vintages : ['2018']).map((year) => `${only}-${year}`))
    }
    const taken = [...new Set(assets)]
    const projects = new Set(taken.map((asset) => asset.replace(/-.*/, '')))
    const day = `${skewed(valuesOf.year)}-${random() < 0.5 ? '01-01' : '12-31'}T00:00:00Z`
    await sql`
      insert into transaction (tenant_id, id, type, project_id, from_account, quantity, actor, occurred_at)
      values (${tenantId}, ${id}, 'claim', ${projects.size === 1 ? [...projects][0]! : null}, 'buyer', ${taken.length}, 'test', ${day})`
    for (const [place, asset] of taken.entries())
      await sql`
        insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, from_account, from_state, to_account, to_state)
        values (${tenantId}, ${id}, ${place + 1}, ${asset}, '[1,2)', 'buyer', 'held', 'buyer', 'retired')`
    await sql`
      insert into claim (tenant_id, id, transaction_id, account_id, quantity, beneficiary_kind, beneficiary_name, purpose,
        verify_code, claimed_at, created_by, vintages)
      values (${tenantId}, ${id}, ${id}, 'buyer', ${taken.length}, ${skewed(valuesOf.beneficiaryKind)}, ${skewed(beneficiaries)}, 'other',
        ${id}, ${day}, 'test', ${[...new Set(taken.map((asset) => asset.replace(/.*-/, '')))]})`
  }
}

/** In hand-written SQL on claim `c`, asset `s` and project `p`. */
const isOf: Record<ClaimFacet, (value: string) => string> = {
  ...facetsOfProjects,
  vintage: (value) => `s.vintage @> date '${value}-12-31'`,
  year: (value) => `c.claimed_at >= '${value}-01-01T00:00:00Z' and c.claimed_at <= '${value}-12-31T23:59:59Z'`,
  beneficiaryKind: (value) => `c.beneficiary_kind = ${quoted(value)}`,
}

/** A project without a standard counts under the registry's own. */
const facetsOf = (tenantId: string): FacetByHand<ClaimFacet>[] =>
  claimFacets.map((name) => ({
    name,
    values: name === 'standard' ? [...valuesOf.standard, `Registry ${tenantId}`] : valuesOf[name],
    isOf: isOf[name],
  }))

const claimsOf = (tenantId: string, q?: string, projectId?: string) => `c.id from claim c
  join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
  join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
  join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
  where c.tenant_id = ${quoted(tenantId)} ${projectId ? `and p.id = ${quoted(projectId)}` : ''}
  ${q ? `and unaccent(lower(c.beneficiary_name)) like unaccent(lower(${quoted(`%${q}%`)}))` : ''}`

test.for(Array.from({ length: combinations }, (_, seed) => seed))(
  'the counts of combination %s are those of SQL by hand, and the list has as many',
  async (seed) => {
    const random = randomFrom(2_000 + seed)
    const { visitor, tenant } = tenants[seed % tenants.length]!
    const byHand = facetsOf(tenant.id)
    const choice = someChoice(byHand, random, 0.4)
    const q = random() < 0.3 ? 'cosmeticos' : undefined
    const projectId = random() < 0.3 ? `p${1 + Math.floor(random() * 4)}` : undefined
    const query = { tenantId: tenant.id, ...choice, q, projectId }
    const [{ facets }, list] = await Promise.all([
      visitor.call(readClaimFacets, { query }),
      visitor.call(listClaims, { query: { ...query, limit: 1 } }),
    ])
    const rows = claimsOf(tenant.id, q, projectId)
    expect(list.total).toBe(await countByHand(world.sql, rows, byHand, choice))
    if (list.items[0]) expect(list.items[0].quantityOfProject).toEqual(projectId && expect.any(Number))
    await expectCountsByHand(facets, world.sql, rows, byHand, choice)
  },
)

test('a claim of two vintages is counted and found under each', async () => {
  const tenant = await aTenant({ world })
  const older = await anIssuedAsset(tenant, { quantity: 10, year: 2024 })
  const newer = await anIssuedAsset(tenant, { quantity: 10, year: 2025 })
  const items = [
    { assetId: older.assetId, quantity: 2 },
    { assetId: newer.assetId, quantity: 3 },
  ]
  const claim = { beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true } as const
  const { claimId } = await tenant.proponent.call(createClaim, { body: { ...claim, items } })
  await tenant.proponent.call(createClaim, { body: { ...claim, items: [{ ...items[0]!, quantity: 1 }] } })
  const tenantId = tenant.tenant.id
  const { facets } = await tenant.visitor.call(readClaimFacets, { query: { tenantId, vintage: ['2025'] } })
  expect(facets.find(({ facet }) => facet === 'vintage')?.values).toMatchObject([
    { value: '2025', count: 1 },
    { value: '2024', count: 2 },
  ])
  const found = async (...vintage: string[]) =>
    (await tenant.visitor.call(listClaims, { query: { tenantId, vintage } })).items.map((one) => one.claimId)
  expect(await found('2025')).toEqual([claimId])
  expect(await found('2024', '2025')).toHaveLength(2)
  expect(await found('2023')).toEqual([])
})

test.for(['', 'solar'])(
  'the claims of a project, searched for "%s", sum up to what the ledger retired of it',
  async (q) => {
    const { visitor, tenant } = tenants[0]!
    if (q) await world.sql`update project set name = ${q} where tenant_id = ${tenant.id} and id = 'p2'`
    for (const projectId of ['p1', 'p2']) {
      const query = { tenantId: tenant.id, projectId, limit: 30, ...(q && { q }) }
      const items: ClaimSummary[] = []
      let cursor: string | null | undefined
      do {
        const page = await visitor.call(listClaims, { query: { ...query, ...(cursor && { cursor }) } })
        items.push(...page.items)
        cursor = page.nextCursor
      } while (cursor)
      const [ledger] = await world.sql<{ units: number; claims: number; several: number }[]>`
      select sum(upper(e.serials) - lower(e.serials))::int as units, count(distinct c.id)::int as claims,
        count(distinct c.id) filter (where c.project_id is null)::int as several
      from claim c
      join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
      join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
      where c.tenant_id = ${tenant.id} and s.project_id = ${projectId} and ${
        q === ''
          ? world.sql`true`
          : world.sql`exists (
          select from entry o join asset b on b.tenant_id = o.tenant_id and b.id = o.asset_id
          where o.tenant_id = c.tenant_id and o.transaction_id = c.transaction_id and b.project_id = 'p2')`
      }`
      expect(ledger!.several).toBeGreaterThan(0)
      expect(new Set(items.map(({ claimId }) => claimId)).size).toBe(items.length)
      expect(items.length).toBe(ledger!.claims)
      expect(items.reduce((sum, { quantityOfProject = 0 }) => sum + quantityOfProject, 0)).toBe(ledger!.units)
    }
  },
)

test.for(['0000', '9999'])('no claim was made in the year %s', async (year) => {
  const { tenant, visitor } = tenants[0]!
  expect(await visitor.call(listClaims, { query: { tenantId: tenant.id, year: [year] } })).toMatchObject({ total: 0 })
})

test('more claims than are counted are listed along time, page after page', async () => {
  const { visitor, tenant } = await aTenant({ world })
  const rows = limits.listCounted + 5
  await world.sql`
    insert into transaction (tenant_id, id, type, from_account, quantity, actor, occurred_at)
    select ${tenant.id}, 'c' || n, 'claim', 'buyer', 1, 'test', timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${rows}::int) n`
  await world.sql`
    insert into claim (tenant_id, id, transaction_id, account_id, quantity, beneficiary_kind, beneficiary_name, purpose,
      verify_code, claimed_at, created_by, vintages)
    select tenant_id, id, id, 'buyer', 1, 'organisation', 'Acme', 'other', id, occurred_at, 'test', '{2019}'
    from transaction where tenant_id = ${tenant.id}`
  const query = { tenantId: tenant.id, vintage: ['2019'], limit: 2 }
  const first = await visitor.call(listClaims, { query })
  expect(first).toMatchObject({ total: limits.listCounted, totalIsBound: true })
  const next = await visitor.call(listClaims, { query: { ...query, cursor: first.nextCursor! } })
  const ids = [...first.items, ...next.items].map(({ claimId }) => claimId)
  expect(ids).toEqual([0, 1, 2, 3].map((place) => `c${rows - place}`))
})
