import { expect, test } from 'vitest'
import { statements } from '#server/infra/watched/channels.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { decideProject, updateProject } from '#shared/contract/projects.ts'
import { search } from '#shared/contract/search.ts'
import { countryCodes } from '#shared/rules/countries.ts'
import { languages } from '#shared/rules/languages.ts'
import { aDocument, aDraftProject, anApprovedProject, anIssuedAsset } from '#tests/kit/acts.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

type Tenant = Awaited<ReturnType<typeof aTenant>>

const searchAs = async (caller: Caller, tenant: Tenant, q: string) => {
  const { groups, corrected } = await caller.call(search, { query: { tenantId: tenant.tenant.id, q } })
  return { corrected, hits: groups.flatMap(({ items }) => items.map(({ kind, title }) => `${kind}: ${title}`)) }
}

test('a project is found as people type what they know of it', async () => {
  const tenant = await aTenant()
  const { visitor, proponent, tenantAdmin } = tenant
  const project = await aDraftProject(tenant, { projectName: 'Manguezais da Baía de Guanabara' })
  await proponent.call(updateProject, {
    query: { projectKey: project.projectKey },
    body: { country: 'CI', originId: 'VCS-001654' },
  })
  const params = { projectId: project.projectId }
  await proponent.call(decideProject, { params, body: { act: 'submit' } })
  await tenantAdmin.call(decideProject, { params, body: { act: 'approve' } })
  // Renames the methodology after the project names it.
  await tenant.world
    .sql`update methodology set name = 'VM0015 Avoided deforestation' where tenant_id = ${tenant.tenant.id}`

  for (const q of [
    'guanabara manguezais',
    'baia GUANABARA',
    'Côte d’Ivoire',
    'manguezais ivoire',
    'vm0015',
    'VM 15',
    'vm-15 guanabara',
    'vcs 1654',
    'VCS1654',
  ]) {
    expect({ q, hits: (await searchAs(visitor, tenant, q)).hits }).toEqual({
      q,
      hits: expect.arrayContaining([`project: ${project.projectName}`]),
    })
  }
  expect((await searchAs(visitor, tenant, 'vm 16')).hits).toEqual([])
})

test('a misspelling is corrected, and the answer names the correction', async () => {
  const tenant = await aTenant()
  await anApprovedProject(tenant, { projectName: 'Kariba forest' })
  expect(await searchAs(tenant.visitor, tenant, 'karibba forest')).toEqual({
    corrected: 'kariba forest',
    hits: ['project: Kariba forest'],
  })
  expect(await searchAs(tenant.visitor, tenant, 'forset')).toMatchObject({ corrected: 'forest' })
  // `rya` is part of a word, but wrong beside `rimba`.
  await anApprovedProject(tenant, { projectName: 'Forestry of Rimba Raya' })
  await anApprovedProject(tenant, { projectName: 'Haryana solar' })
  expect(await searchAs(tenant.visitor, tenant, 'rimba rya')).toMatchObject({
    corrected: 'rimba raya',
    hits: ['project: Forestry of Rimba Raya'],
  })
  expect(await searchAs(tenant.visitor, tenant, 'zzzzqqq')).toEqual({ corrected: null, hits: [] })
})

test('of words as near, the one that most things have is meant, and never one that nothing has any more', async () => {
  const tenant = await aTenant()
  for (const projectName of [
    'Conservacion de Rimba',
    'Conservation of Kariba',
    'Conservation of Lamu',
    'Fynd of Lamu',
  ]) {
    await anApprovedProject(tenant, { projectName })
  }
  const correctedOf = async (q: string) => (await searchAs(tenant.visitor, tenant, q)).corrected
  expect(await correctedOf('conservasion')).toBe('conservation')
  // The correction fits the other words.
  expect(await correctedOf('conservasion rimba')).toBe('conservacion rimba')
  const methodologyIs = (name: string) =>
    tenant.world.sql`update methodology set name = ${name} || ' ' || id where tenant_id = ${tenant.tenant.id}`
  await methodologyIs('Sunlight')
  expect(await correctedOf('sunlihgt')).toBe('sunlight')
  await methodologyIs('Moonshine')
  // Visitors' reads are cached for 500 ms.
  await expect.poll(() => correctedOf('sunlihgt')).toBe(null)
  expect(await correctedOf('monshine')).toBe('moonshine')
})

test('the misspelt name of a beneficiary is forgiven once its claim is linked', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 1 })
  await tenant.proponent.call(createClaim, {
    body: {
      items: [{ assetId, quantity: 1 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Petrobras Distribuidora',
      purpose: 'personal',
      isAuthorised: true,
    },
  })
  await tenant.world.linked()
  expect(await searchAs(tenant.visitor, tenant, 'petrobars')).toMatchObject({
    corrected: 'petrobras',
    hits: [expect.stringMatching(/^claim: /)],
  })
})

test('nobody looks for words that resemble a code', async () => {
  const tenant = await aTenant()
  await anApprovedProject(tenant, { projectName: 'Kariba forest' })
  expect(await comparedBy(() => searchAs(tenant.visitor, tenant, 'karibba'))).toBeGreaterThan(0)
  expect(await comparedBy(() => searchAs(tenant.visitor, tenant, 'AR-12'))).toBe(0)
  expect(await comparedBy(() => searchAs(tenant.visitor, tenant, 'kariba 1234'))).toBe(0)
})

/** Counts statements that compare words. */
async function comparedBy(work: () => Promise<unknown>): Promise<number> {
  let compared = 0
  const count = (statement: unknown) => {
    if (/similarity\(/.test(JSON.stringify(statement))) compared += 1
  }
  statements.start.subscribe(count)
  await work()
  statements.start.unsubscribe(count)
  return compared
}

test('a draft is found by those who may read it, and by nobody else', async () => {
  const tenant = await aTenant()
  const { visitor, proponent, buyer, verifier, tenantAdmin } = tenant
  const { projectName } = await aDraftProject(tenant, { projectName: 'Unborn wetland' })
  const stranger = (await aTenant()).tenantAdmin
  const hitsOf = async (caller: Caller) => (await searchAs(caller, tenant, 'wetland')).hits
  for (const reader of [proponent, verifier, tenantAdmin])
    expect(await hitsOf(reader)).toEqual([`project: ${projectName}`])
  for (const other of [visitor, buyer, stranger]) expect(await hitsOf(other)).toEqual([])
  expect(await searchAs(visitor, tenant, 'wetlnd')).toEqual({ corrected: null, hits: [] })
})

test('the words of what is hidden correct nobody else’s search, and keep it from no correction', async () => {
  const tenant = await aTenant()
  await anApprovedProject(tenant, { projectName: 'Kariba forest' })
  await aDraftProject(tenant, { projectName: 'Karina forest' })
  await aDraftProject(tenant, { projectName: 'Karina lake' })
  const forVisitors = { corrected: 'kariba', hits: ['project: Kariba forest'] }
  expect(await searchAs(tenant.visitor, tenant, 'kariva')).toEqual(forVisitors)
  expect(await searchAs(tenant.visitor, tenant, 'karina')).toEqual(forVisitors)
  const drafts = ['project: Karina forest', 'project: Karina lake']
  const forProponent = await searchAs(tenant.proponent, tenant, 'kariva')
  expect(forProponent).toEqual({ corrected: 'karina', hits: expect.arrayContaining(drafts) })
  expect((await searchAs(tenant.proponent, tenant, 'karina')).corrected).toBe(null)
})

test('an account is found once it has a published project, under the name that it has now', async () => {
  const tenant = await aTenant()
  const { id: tenantId } = tenant.tenant
  const rename = (name: string) => tenant.world.sql`
    update account set name = ${name} where tenant_id = ${tenantId} and id in (
      select account_id from project where tenant_id = ${tenantId})`
  await aDraftProject(tenant)
  await rename('Tidewater Trust')
  expect((await searchAs(tenant.visitor, tenant, 'tidewater')).hits).toEqual([])
  await anApprovedProject(tenant, { projectName: 'Gazi Bay' })
  await rename('Ebbwater Trust')
  expect((await searchAs(tenant.visitor, tenant, 'tidewater')).hits).toEqual([])
  expect((await searchAs(tenant.visitor, tenant, 'ebbwater')).hits).toEqual([
    'project: Gazi Bay',
    'account: Ebbwater Trust',
  ])
})

test('the hash of a public document leads to its project', async () => {
  const tenant = await aTenant()
  const { projectId } = await anApprovedProject(tenant)
  const { sha256 } = await aDocument(tenant.proponent, 'project', projectId, { title: 'Map', isPublic: true })
  const hidden = await aDocument(tenant.proponent, 'project', projectId, { title: 'Contract' })
  expect((await searchAs(tenant.visitor, tenant, sha256.toUpperCase())).hits).toEqual(['document: Map'])
  expect((await searchAs(tenant.visitor, tenant, hidden.sha256)).hits).toEqual([])
})

test('a kind goes on where its page ended, and each thing is shown once', async () => {
  const tenant = await aTenant()
  for (const name of ['One', 'Two', 'Three']) await anApprovedProject(tenant, { projectName: `Peatland ${name}` })
  const query = { tenantId: tenant.tenant.id, q: 'peatland', kind: 'project', limit: 2 } as const
  const first = await tenant.visitor.call(search, { query })
  const cursor = first.groups[0]?.nextCursor ?? ''
  const second = await tenant.visitor.call(search, { query: { ...query, cursor } })
  const items = [...first.groups, ...second.groups].flatMap((group) => group.items)
  expect(items.map(({ title }) => title).sort()).toEqual(['Peatland One', 'Peatland Three', 'Peatland Two'])
  expect(second.groups[0]?.nextCursor).toBeNull()
  await expect(tenant.visitor.call(search, { query: { ...query, cursor: 'x' } })).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('every country is found by its name in each language', async () => {
  const { sql, drop } = await aDatabase()
  closeAfterwards(drop)
  const names = languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }))
  const rows = await sql<{ code: string; names: string }[]>`select code, names from country_name order by code`
  expect(Object.fromEntries(rows.map((row) => [row.code, row.names]))).toEqual(
    Object.fromEntries(countryCodes.map((code) => [code, [...new Set(names.map((of) => of.of(code)))].join(' ')])),
  )
})
