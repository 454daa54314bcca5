import { describe, expect, test } from 'vitest'
import { siteConfigOf, siteOf } from '#server/people/tenants/sites.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { createProject, readProject, updateProject } from '#shared/contract/projects.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { type FactValues, usualProjectTypes } from '#shared/rules/project-facts.ts'
import { aDraftProject, anApprovedMethodology, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

type Change = BodyOf<typeof updateProject>

const change = (tenant: TenantOfTest, projectKey: string, body: Change) =>
  tenant.proponent.call(updateProject, { query: { projectKey }, body })

const bay = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [39.5, -4.5],
      [39.7, -4.5],
      [39.7, -4.3],
      [39.5, -4.5],
    ] as [number, number][],
  ],
}

const facts: FactValues = {
  type: 'Blue Carbon',
  sector: 'Forestry & Land Use',
  mitigation: 'removal',
  region: 'Kwale',
  location: 'Gazi Bay',
  annualEstimate: 12_000,
  sdgs: [14, 13, 1],
  originRegistry: 'VCS',
  originId: 'VCS 1112',
  standard: 'Plan Vivo',
}

describe('the facts of a project', () => {
  test('are stated, shown and left in the audit log with what they were', async () => {
    const tenant = await aTenant()
    const { projectKey, projectId } = await aDraftProject(tenant)
    const stated = { ...facts, sdgs: [1, 13, 14] }
    expect(await change(tenant, projectKey, facts)).toMatchObject(stated)
    expect(await tenant.proponent.call(readProject, { query: { projectId } })).toMatchObject(stated)
    const [event] = await tenant.world.sql`
      select before, after from audit_event where subject = ${`project:${projectId}`} and act = 'project.edit'`
    expect(event?.after).toEqual({ ...stated, sdgs: ['1', '13', '14'] })
    expect(event?.before).toMatchObject({ type: '', mitigation: null, annualEstimate: null, sdgs: [] })
    const cleared = await change(tenant, projectKey, { mitigation: null, annualEstimate: null, sdgs: [], sector: '' })
    expect(cleared).toMatchObject({ mitigation: null, annualEstimate: null, sdgs: [], sector: '', region: 'Kwale' })
  })

  test.each<[string, Change, string]>([
    ['a goal that there is not', { sdgs: [18 as 17] }, 'sdgs.0'],
    ['a goal named twice', { sdgs: [3, 3] }, 'sdgs'],
    ['a part of a unit', { annualEstimate: 1.5 }, 'annualEstimate'],
    ['an estimate of nothing', { annualEstimate: 0 }, 'annualEstimate'],
    ['an effect that there is not', { mitigation: 'avoidance' as 'removal' }, 'mitigation'],
    ['a type that the registry does not have', { type: 'Perpetual motion' }, 'type'],
    ['an open ring', { area: { ...bay, coordinates: [bay.coordinates[0]?.slice(0, 3) ?? []] } }, 'area'],
    ['no polygon', { area: { type: 'MultiPolygon', coordinates: [] } }, 'area'],
    ['a shape of another kind', { area: { ...bay, type: 'LineString' as 'Polygon' } }, 'area.type'],
    ['a place off the map', { longitude: 181 }, 'longitude'],
    ['a point and an area at once', { longitude: 39, latitude: -4, area: bay }, 'area'],
  ])('refuse %s', async (_, body, path) => {
    const tenant = await aTenant()
    const { projectKey } = await aDraftProject(tenant)
    await expect(change(tenant, projectKey, body)).rejects.toMatchObject({ code: 'invalid', details: [{ path }] })
  })

  test('once published stay as promised, but what was left open may be stated, and what describes it may change', async () => {
    const tenant = await aTenant()
    const { projectKey } = await anApprovedProject(tenant)
    await change(tenant, projectKey, { sector: 'Agriculture', annualEstimate: 100, sdgs: [1], region: 'Kwale' })
    await change(tenant, projectKey, { sdgs: [2], region: 'Kilifi', area: bay })
    await expect(change(tenant, projectKey, { sector: 'Forestry', annualEstimate: 200 })).rejects.toMatchObject({
      code: 'conflict',
      details: [{ path: 'sector' }, { path: 'annualEstimate' }],
    })
    await tenant.world.sql`update project set verification_provider_id = null where tenant_id = ${tenant.tenant.id}`
    await expect(change(tenant, projectKey, { verificationProviderId: 'verifier' })).rejects.toMatchObject({
      code: 'conflict',
      details: [{ path: 'verificationProviderId' }],
    })
  })
})

describe('the place of a project', () => {
  const boxOf = async ({ world, tenant }: TenantOfTest, projectId: string) =>
    (await world.sql`select extent::text as box from project where tenant_id = ${tenant.id} and id = ${projectId}`)[0]
      ?.box

  test('may have several parts, each with a box of its own', async () => {
    const tenant = await aTenant()
    const { projectKey, projectId } = await aDraftProject(tenant)
    const away = bay.coordinates.map((ring) => ring.map(([x, y]): [number, number] => [x + 10, y]))
    const area = { type: 'MultiPolygon' as const, coordinates: [bay.coordinates, away] }
    const partsOf = async () =>
      (
        await tenant.world.sql`
          select parts::text from project where tenant_id = ${tenant.tenant.id} and id = ${projectId}`
      )[0]?.parts
    expect((await change(tenant, projectKey, { area })).area).toEqual(area)
    expect(await boxOf(tenant, projectId)).toBe('(49.7,-4.3),(39.5,-4.5)')
    expect(await partsOf()).toBe('{(39.7,-4.3),(39.5,-4.5);(49.7,-4.3),(49.5,-4.5)}')
    await change(tenant, projectKey, { area: bay })
    expect(await boxOf(tenant, projectId)).toBe('(39.7,-4.3),(39.5,-4.5)')
    expect(await partsOf()).toBeNull()
  })

  test('is a point or an area; the one takes the place of the other, and the box around it follows', async () => {
    const tenant = await aTenant()
    const { projectKey, projectId } = await aDraftProject(tenant)
    expect(await change(tenant, projectKey, { longitude: 39, latitude: -4 })).toMatchObject({
      area: null,
      longitude: 39,
    })
    expect(await boxOf(tenant, projectId)).toBe('(39,-4),(39,-4)')
    const withArea = await change(tenant, projectKey, { area: bay })
    expect(withArea.area).toEqual(bay)
    expect(withArea.longitude).toBeCloseTo(39.6)
    expect(withArea.latitude).toBeCloseTo(-4.4)
    expect(await boxOf(tenant, projectId)).toBe('(39.7,-4.3),(39.5,-4.5)')
    expect(await change(tenant, projectKey, { area: bay })).toMatchObject({ area: bay })
    const { longitude, latitude } = withArea
    expect(await change(tenant, projectKey, { longitude, latitude, area: null })).toMatchObject({
      ...{ area: null, longitude, latitude },
    })
    await change(tenant, projectKey, { area: bay })
    expect(await change(tenant, projectKey, { longitude: 40, latitude: -3 })).toMatchObject({
      area: null,
      latitude: -3,
    })
    expect(await change(tenant, projectKey, { longitude: null, latitude: null })).toMatchObject({ longitude: null })
    expect(await boxOf(tenant, projectId)).toBeNull()
  })
})

describe('the types of project', () => {
  const typesOf = async ({ world, tenant }: TenantOfTest) =>
    (await siteConfigOf(world.deps, await siteOf(world.deps, tenant.id))).projectTypes

  test('are those of the registry, which its admins state; the usual ones where they do not', async () => {
    const tenant = await aTenant()
    expect(await typesOf(tenant)).toEqual(usualProjectTypes)
    const { projectKey } = await aDraftProject(tenant)
    const before = await change(tenant, projectKey, { type: 'Wind' })
    const { version } = await tenant.tenantAdmin.call(readSettings)
    const body = { version, projectTypes: ['Reef', 'Kelp'] }
    const changed = await tenant.tenantAdmin.call(changeSettings, { body })
    expect(changed.projectTypes).toEqual(['Reef', 'Kelp'])
    expect(await typesOf(tenant)).toEqual(['Reef', 'Kelp'])
    // A whole form repeats the old type.
    expect(await change(tenant, projectKey, { type: before.type, region: 'Kwale' })).toMatchObject({ type: 'Wind' })
    await expect(change(tenant, projectKey, { type: 'Solar' })).rejects.toMatchObject({
      details: [{ path: 'type', message: 'choose one of: Reef, Kelp' }],
    })
    expect(await change(tenant, projectKey, { type: 'Kelp' })).toMatchObject({ type: 'Kelp' })
    const { methodologyId } = await anApprovedMethodology(tenant)
    const draft = {
      projectName: 'Reef',
      description: 'A reef.',
      methodologyId,
      startDate: '2024-01-01',
      endDate: '2030-01-01',
    }
    await expect(tenant.proponent.call(createProject, { body: { ...draft, type: 'Wind' } })).rejects.toMatchObject({
      details: [{ path: 'type' }],
    })
    const usual = await tenant.tenantAdmin.call(changeSettings, {
      body: { version: changed.version, projectTypes: null },
    })
    expect(usual.projectTypes).toBeNull()
    expect(await typesOf(tenant)).toEqual(usualProjectTypes)
  })

  test('have names in other languages, as long as they are listed', async () => {
    const tenant = await aTenant()
    const change = async (body: Omit<BodyOf<typeof changeSettings>, 'version'>) => {
      const { version } = await tenant.tenantAdmin.call(readSettings)
      return (await tenant.tenantAdmin.call(changeSettings, { body: { version, ...body } })).projectTypeNames
    }
    const named = { fr: { Reef: 'Récif', 'St. John’s kelp': 'Varech' } }
    const projectTypes = ['Reef', 'St. John’s kelp']
    expect(await change({ projectTypes, projectTypeNames: named })).toEqual({ ...named, sw: {} })
    const config = await siteConfigOf(tenant.world.deps, await siteOf(tenant.world.deps, tenant.tenant.id))
    expect(config.projectTypeNames.fr).toEqual(named.fr)
    const [event] = await tenant.world.sql`
      select after from audit_event where tenant_id = ${tenant.tenant.id} and act = 'tenant.change'`
    expect(event?.after).toMatchObject({ 'projectTypeNames.fr': ['Reef = Récif', 'St. John’s kelp = Varech'] })
    await expect(change({ projectTypeNames: { sw: { Mangrove: 'Mikoko' } } })).rejects.toMatchObject({
      details: [{ path: 'projectTypeNames', message: 'there is no type Mangrove in the list' }],
    })
    expect((await change({ projectTypeNames: { fr: { Reef: '' } } })).fr).toEqual({ 'St. John’s kelp': 'Varech' })
    expect((await change({ projectTypes: ['Reef'] })).fr).toEqual({})
  })
})
