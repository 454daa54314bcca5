import { beforeAll, expect, test } from 'vitest'
import type { Sql } from '#server/infra/db/database.ts'
import { listProjects, type ProjectFacet, projectFacets, readProjectFacets } from '#shared/contract/projects.ts'
import { randomFrom } from '#tests/ground/chaos/random.ts'
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
import { theWorld, type World } from '#tests/kit/world.ts'

const projects = 150
const makers = 30
const combinations = 50
const kinds = ['Wind', 'Solar, rooftop', 'Cookstoves', 'REDD+', '']
const sectors = ['Renewable Energy', 'Forestry & Land Use', "Sector of people's own", '']
const countries = ['KE', 'BR', 'IN', null]
const standards = ['VCS', 'GOLD', '']
const statuses = ['draft', 'pending', 'approved', 'active', 'active', 'active', 'suspended', 'withdrawn']
const words = ['wind', 'Éolien', 'forest']

let world: World
const tenants: TenantOfTest[] = []

beforeAll(async () => {
  world = await theWorld()
  for (const seed of [1, 2, 3]) {
    const tenant = await aTenant({ world })
    tenants.push(tenant)
    await fill(world.sql, tenant.tenant.id, randomFrom(seed))
  }
}, 120_000)

/** Skewed values, some empty, as in real exports. */
async function fill(sql: Sql, tenantId: string, random: () => number): Promise<void> {
  const skewed = <Value>(values: readonly Value[]) => values[Math.floor(random() ** 2 * values.length)]!
  await sql`
    insert into account (tenant_id, id, name, kind, status)
    select ${tenantId}, 'maker' || n, 'Maker ' || n, 'proponent', 'active' from generate_series(1, ${makers}::int) n`
  await sql`
    insert into methodology (tenant_id, id, name, status)
    select ${tenantId}, 'VM' || n, 'VM000' || n, 'approved' from generate_series(1, 5) n`
  for (let number = 1; number <= projects; number += 1) {
    const id = `p${number}`
    const goals = [7, 13, 15].filter(() => random() < 0.3)
    await sql`
      insert into project (tenant_id, id, account_id, number, name, kind, sector, country, standard, methodology_id, status, sdgs, end_date)
      values (${tenantId}, ${id}, ${`maker${1 + Math.floor(random() ** 3 * makers)}`}, ${number}, ${`${skewed(words)} ${number}`},
        ${skewed(kinds)}, ${skewed(sectors)}, ${skewed(countries)}, ${skewed(standards)},
        ${random() < 0.2 ? null : `VM${1 + Math.floor(random() * 5)}`}, ${skewed(statuses.toReversed())}, ${goals},
        ${random() < 0.5 ? '2020-12-31' : '2090-12-31'})`
    for (let year = 2015; year < 2015 + random() * 4; year += 1)
      await issue(sql, tenantId, `${id}-${year}`, id, year, random)
  }
}

async function issue(sql: Sql, tenantId: string, id: string, projectId: string, year: number, random: () => number) {
  const period = `[${year}-01-01,${year}-12-31]`
  const [status, opinion] =
    random() < 0.15 ? ['in progress', null] : ['accepted', random() < 0.1 ? 'in progress' : 'verified']
  await sql`
    insert into measurement (tenant_id, id, project_id, account_id, period, quantity, status, submitted_account_id)
    values (${tenantId}, ${id}, ${projectId}, 'measurer', ${period}, 100, ${status}, 'measurer')`
  if (!opinion) return
  await sql`
    insert into verification (tenant_id, id, measurement_id, project_id, account_id, quantity, status)
    values (${tenantId}, ${id}, ${id}, ${projectId}, 'verifier', 100, ${opinion})`
  if (opinion !== 'verified') return
  await sql`
    insert into asset (tenant_id, id, project_id, verification_id, vintage, batch, country, verified_quantity)
    values (${tenantId}, ${id}, ${projectId}, ${id}, ${period}, ${year}, 'KE', 100)`
  await sql`
    update asset set issued = ${random() < 0.8 ? 100 : 40} where tenant_id = ${tenantId} and id = ${id}`
}

/** Handwritten SQL per facet for project `p`. */
const isOf: Record<ProjectFacet, (value: string) => string> = {
  ...facetsOfProjects,
  status: (value) => `p.status = ${quoted(value)}`,
  sector: (value) => `p.sector = ${quoted(value)}`,
  accountId: (value) => `p.account_id = ${quoted(value)}`,
  sdg: (value) => `${value} = any (p.sdgs)`,
  vintage: (value) => `exists (
    select from asset s where s.tenant_id = p.tenant_id and s.project_id = p.id and s.vintage @> date '${value}-12-31')`,
  stage: (value) => `(
    select case
      when p.status in ('draft', 'pending') then 'registration'
      when count(*) filter (where v.status = 'in progress') > 0 then 'verification'
      when coalesce(sum(v.quantity) filter (where v.status = 'verified'), 0) > coalesce(sum(s.issued), 0) then 'issuance'
      when count(*) filter (where m.status = 'in progress') > 0 then 'measurement'
      when p.end_date < current_date then 'completed'
      when coalesce(sum(s.issued), 0) > 0 then 'issuance' else 'measurement' end
    from measurement m
    left join verification v on v.tenant_id = m.tenant_id and v.measurement_id = m.id
    left join asset s on s.tenant_id = v.tenant_id and s.verification_id = v.id
    where m.tenant_id = p.tenant_id and m.project_id = p.id) = ${quoted(value)}`,
}

const valuesOf: Record<ProjectFacet, readonly string[]> = {
  status: ['approved', 'active', 'suspended', 'withdrawn'],
  stage: ['registration', 'measurement', 'verification', 'issuance', 'completed'],
  type: kinds.filter((kind) => kind !== ''),
  sector: sectors.filter((sector) => sector !== ''),
  country: countries.filter((country) => country !== null),
  methodologyId: ['VM1', 'VM2', 'VM3', 'VM4', 'VM5'],
  vintage: ['2015', '2016', '2017', '2018'],
  standard: standards.filter((standard) => standard !== ''),
  accountId: Array.from({ length: makers }, (_, index) => `maker${index + 1}`),
  sdg: ['7', '13', '15'],
}

/** Without a standard, a project counts under its registry. */
const facetsOf = (tenantId: string): FacetByHand<ProjectFacet>[] =>
  projectFacets.map((name) => ({
    name,
    values: name === 'standard' ? [...valuesOf.standard, `Registry ${tenantId}`] : valuesOf[name],
    isOf: isOf[name],
  }))

const published = (tenantId: string, q?: string) => `p.id from project p
  where p.tenant_id = ${quoted(tenantId)} and p.status in ('approved', 'active', 'suspended', 'withdrawn')
  ${q ? `and unaccent(lower(p.name)) like unaccent(lower(${quoted(`%${q}%`)}))` : ''}`

test.for(Array.from({ length: combinations }, (_, seed) => seed))(
  'the counts of combination %s are those of SQL by hand, and the list has as many',
  async (seed) => {
    const random = randomFrom(1_000 + seed)
    const { visitor, tenant } = tenants[seed % tenants.length]!
    const byHand = facetsOf(tenant.id)
    const choice = someChoice(byHand, random, 0.3)
    const q = random() < 0.3 ? 'eolien' : undefined
    const query = { tenantId: tenant.id, ...choice, q }
    const [{ facets }, list] = await Promise.all([
      visitor.call(readProjectFacets, { query }),
      visitor.call(listProjects, { query: { ...query, limit: 1 } }),
    ])
    const rows = published(tenant.id, q)
    expect(list.total).toBe(await countByHand(world.sql, rows, byHand, choice))
    await expectCountsByHand(facets, world.sql, rows, byHand, choice)
  },
)

test('a facet of many values is searched by their names, under the other filters', async () => {
  const { visitor, tenant } = tenants[0]!
  const query = { tenantId: tenant.id, facet: 'accountId', find: 'maker 3', country: 'KE' } as const
  const { facets } = await visitor.call(readProjectFacets, { query })
  expect(facets.map(({ facet }) => facet)).toEqual(['accountId'])
  const counted = (value: string) =>
    countByHand(world.sql, published(tenant.id), facetsOf(tenant.id), { country: ['KE'] }, { name: 'accountId', value })
  for (const { value, name, count } of facets[0]!.values) {
    expect(name).toMatch(/^Maker 3/)
    expect(count).toBe(await counted(value))
  }
  expect(facets[0]!.values).not.toEqual([])
})

test('of a search that only finds similar words, what is similar is counted', async () => {
  const { visitor, tenant } = tenants[0]!
  const query = { tenantId: tenant.id, q: 'eolienn' }
  const { total, isSimilar } = await visitor.call(listProjects, { query })
  const { facets } = await visitor.call(readProjectFacets, { query })
  const counted = facets.find(({ facet }) => facet === 'status')!.values.reduce((sum, { count }) => sum + count, 0)
  expect({ isSimilar, counted }).toEqual({ isSimilar: true, counted: total })
})
