import { beforeAll, expect, test } from 'vitest'
import type { Sql } from '#server/infra/db/database.ts'
import { listProjects, readProjectFacets, readProjectPlaces } from '#shared/contract/projects.ts'
import { readSums } from '#shared/contract/sums.ts'
import { countryMiddles } from '#shared/rules/country-middles.ts'
import { limits } from '#shared/rules/limits.ts'
import { randomFrom } from '#tests/ground/chaos/random.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { theWorld, type World } from '#tests/kit/world.ts'

const statuses = ['draft', 'pending', 'approved', 'active', 'active', 'suspended', 'withdrawn', 'rejected']
const countries = ['KE', 'BR', 'IN', 'FJ', null]
/** Only five get names. */
const atOneSpot = 7

let world: World
let here: TenantOfTest
let there: TenantOfTest

beforeAll(async () => {
  world = await theWorld()
  here = await aTenant({ world })
  there = await aTenant({ world })
  await fill(world.sql, here.tenant.id, randomFrom(1))
  await fill(world.sql, there.tenant.id, randomFrom(2))
})

async function fill(sql: Sql, tenantId: string, random: () => number): Promise<void> {
  await sql`
    insert into account (tenant_id, id, name, kind, status)
    values (${tenantId}, 'maker', 'Maker', 'proponent', 'active')`
  const among = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!
  for (let number = 1; number <= 200; number += 1) {
    const isPlaced = random() < 0.5
    await add(sql, tenantId, number, {
      status: among(statuses),
      country: among(countries),
      at: isPlaced ? [Math.round(random() * 360 - 180), Math.round(random() * 180 - 90)] : null,
    })
  }
  for (let number = 201; number <= 200 + atOneSpot; number += 1)
    await add(sql, tenantId, number, { status: 'active', country: 'KE', at: [37.25, 0.125] })
}

async function add(
  sql: Sql,
  tenantId: string,
  number: number,
  { status, country, at }: { status: string; country: string | null; at: [number, number] | null },
) {
  await sql`
    insert into project (tenant_id, id, account_id, number, name, kind, country, status, longitude, latitude)
    values (${tenantId}, ${`p${number}`}, 'maker', ${number}, ${`Project ${number}`}, ${number % 2 ? 'Wind' : 'Solar'},
      ${country}, ${status}, ${at?.[0] ?? null}, ${at?.[1] ?? null})`
}

const published = "p.status in ('approved', 'active', 'suspended', 'withdrawn')"

async function countByHand(condition: string, tenantId = here.tenant.id): Promise<number> {
  const [row] = await world.sql.unsafe<{ rows: number }[]>(
    `select count(*)::int as rows from project p where p.tenant_id = '${tenantId}' and ${published} and ${condition}`,
  )
  return row!.rows
}

const sumOf = (places: readonly { count: number }[]) => places.reduce((sum, { count }) => sum + count, 0)

test('each published project is counted once: at its place, or in its country', async () => {
  const { tenant, visitor } = here
  const query = { tenantId: tenant.id }
  const { countries: countryCounts, places } = await visitor.call(readProjectPlaces, { query })
  const placed = 'p.longitude is not null'
  for (const { country, issued: _, ...counts } of countryCounts) {
    const isOf = country === null ? 'p.country is null' : `p.country = '${country}'`
    expect({ country, ...counts }).toEqual({
      country,
      unplaced: await countByHand(`${isOf} and p.longitude is null`),
      placed: await countByHand(`${isOf} and ${placed}`),
    })
  }
  expect(sumOf(places)).toBe(await countByHand(placed))
  const unplaced = countryCounts.reduce((sum, each) => sum + each.unplaced, 0)
  expect(unplaced + sumOf(places)).toBe((await visitor.call(listProjects, { query })).total)
})

test('of a part of the world the projects are returned, combined where they are close', async () => {
  const { tenant, visitor } = here
  for (const [west, south, east, north] of [
    [-180, -90, 0, 90],
    [-40, -40, 60, 10],
    [36, -1, 38, 1],
  ] as const) {
    const query = { tenantId: tenant.id, west, south, east, north }
    const { places } = await visitor.call(readProjectPlaces, { query })
    expect(sumOf(places)).toBe(
      await countByHand(`p.longitude between ${west} and ${east} and p.latitude between ${south} and ${north}`),
    )
    expect(places.length).toBeLessThanOrEqual((limits.mapCells + 1) ** 2)
    for (const place of places) {
      expect(place.west).toBeGreaterThanOrEqual(west)
      expect(place.north).toBeLessThanOrEqual(north)
      const isSpot = place.west === place.east && place.south === place.north
      expect(place.projects).toHaveLength(isSpot ? Math.min(place.count, limits.mapNames) : 0)
    }
  }
})

test('search and facets narrow the map as they narrow the list', async () => {
  const { tenant, visitor } = here
  const query = { tenantId: tenant.id, type: 'Wind', country: ['KE', 'BR'], status: 'active', q: 'project 1' } as const
  const { countries: countryCounts, places } = await visitor.call(readProjectPlaces, { query })
  const unplaced = countryCounts.reduce((sum, each) => sum + each.unplaced, 0)
  const { total } = await visitor.call(listProjects, { query })
  expect(unplaced + sumOf(places)).toBe(total)
  expect(total).toBeGreaterThan(0)
  const similar = await visitor.call(readProjectPlaces, { query: { tenantId: tenant.id, q: 'projectt' } })
  expect(similar.isSimilar).toBe(true)
})

test('the list of a part of the map has the projects that the map shows there', async () => {
  const { tenant, visitor } = here
  for (const box of ['-180,-90,180,90', '-40,-40,60,10', '36,-1,38,1', '160,-30,180,0'] as const) {
    const [west, south, east, north] = box.split(',').map(Number) as [number, number, number, number]
    const isIn = `p.longitude between ${west} and ${east} and p.latitude between ${south} and ${north}`
    const shown = countries.filter((country) => {
      const [longitude, latitude] = countryMiddles.get(country ?? '') ?? [200, 0]
      return longitude >= west && longitude <= east && latitude >= south && latitude <= north
    })
    const atMiddles = `p.longitude is null and p.country = any ('{${shown.join()}}')`
    const query = { tenantId: tenant.id, box }
    const { total } = await visitor.call(listProjects, { query })
    expect(total).toBe(await countByHand(`(${isIn} or ${atMiddles})`))
    const { facets } = await visitor.call(readProjectFacets, { query })
    const types = facets.find(({ facet }) => facet === 'type')?.values ?? []
    expect(sumOf(types)).toBe(total)
  }
  for (const box of ['1,2,3', '10,0,0,10', '-190,0,0,10'])
    await expect(visitor.call(listProjects, { query: { tenantId: tenant.id, box } })).rejects.toMatchObject({
      code: 'invalid',
    })
})

test('each place says the types of its projects', async () => {
  const { tenant, visitor } = here
  const query = { tenantId: tenant.id, west: 37, south: 0, east: 37.5, north: 0.25 }
  const { places } = await visitor.call(readProjectPlaces, { query })
  expect(places).toMatchObject([{ count: atOneSpot, types: ['Solar', 'Wind'] }])
  const { places: solar } = await visitor.call(readProjectPlaces, { query: { ...query, type: 'Solar' } })
  expect(solar).toMatchObject([{ types: ['Solar'] }])
})

test('units issued in each country are those of the figures, and with a filter those of its projects', async () => {
  const tenant = await aTenant({ world })
  const tenantId = tenant.tenant.id
  const first = await anIssuedAsset(tenant, { quantity: 70 })
  await anIssuedAsset(tenant, { quantity: 5 })
  await world.sql`update project set country = 'UG', kind = 'Tides' where tenant_id = ${tenantId} and id = ${first.projectId}`
  const issuedBy = async (query: { type?: string; q?: string }) => {
    const read = await tenant.visitor.call(readProjectPlaces, { query: { tenantId, ...query } })
    return Object.fromEntries(read.countries.map(({ country, issued }) => [country ?? '', issued]))
  }
  const { countries: figures } = await tenant.visitor.call(readSums, { query: { tenantId } })
  const all = await issuedBy({})
  expect(all).toMatchObject({ UG: 70 })
  expect(Object.entries(all).filter(([, issued]) => issued > 0)).toEqual(
    expect.arrayContaining(figures.map(({ key, issued }) => [key, issued])),
  )
  expect(Object.values(all).reduce((sum, issued) => sum + issued, 0)).toBe(75)
  expect(await issuedBy({ type: 'Tides' })).toEqual({ UG: 70 })
})

test('an area counts at its middle, and is drawn from where it can be seen', async () => {
  const { tenant, visitor } = there
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [10, 10],
        [14, 10],
        [14, 12],
        [10, 12],
        [10, 10],
      ],
    ],
  }
  await world.sql`
    update project set longitude = null, latitude = null, area = ${JSON.stringify(area)}::text::jsonb, status = 'active'
    where tenant_id = ${tenant.id} and id = 'p1'`
  const box = { tenantId: tenant.id, west: 11, south: 10, east: 13, north: 11.5 }
  const near = await visitor.call(readProjectPlaces, { query: box })
  expect(near.areas).toMatchObject([{ projectName: 'Project 1', type: 'Wind', area }])
  expect(near.places).toContainEqual(expect.objectContaining({ longitude: 12, latitude: 11 }))
  const { items } = await visitor.call(listProjects, { query: { tenantId: tenant.id, q: 'p1', sort: 'projectName' } })
  expect(items).toContainEqual(expect.objectContaining({ projectId: 'p1', longitude: 12, latitude: 11 }))
  const far = await visitor.call(readProjectPlaces, { query: { ...box, west: 100, east: 120 } })
  expect(far.areas).toEqual([])
})

test('a box that is none, and a registry that is not there, are refused', async () => {
  const { tenant, visitor } = here
  const query = { tenantId: tenant.id, west: 10, east: 10 }
  await expect(visitor.call(readProjectPlaces, { query })).rejects.toMatchObject({ code: 'invalid' })
  const elsewhere = visitor.call(readProjectPlaces, { query: { tenantId: 'none' } })
  await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' })
})
