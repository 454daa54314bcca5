import { expect, test } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { addDocument } from '#shared/contract/documents.ts'
import { updateProject } from '#shared/contract/projects.ts'
import { search } from '#shared/contract/search.ts'
import { countryCodes } from '#shared/rules/countries.ts'
import { languages } from '#shared/rules/languages.ts'
import { aClaim, aDraftProject, anApprovedProject, anIssuedAsset } from '#tests/acts.ts'
import type { Caller } from '#tests/person.ts'
import { aTenant } from '#tests/tenant.ts'

type Tenant = Awaited<ReturnType<typeof aTenant>>

const asked = async (caller: Caller, tenant: Tenant, q: string) => {
  const { groups, corrected } = await caller.call(search, { query: { tenantId: tenant.tenant.id, q } })
  return { corrected, hits: groups.flatMap(({ items }) => items.map(({ kind, title }) => `${kind}: ${title}`)) }
}

test('a project is found as people type what they know of it', async () => {
  const tenant = await aTenant()
  const { visitor, proponent } = tenant
  const project = await anApprovedProject(tenant, { projectName: 'Manguezais da Baía de Guanabara' })
  await proponent.call(updateProject, {
    query: { projectKey: project.projectKey },
    body: { country: 'CI', originId: 'VCS-001654' },
  })
  const { rows: code } = { rows: 'VM0015' }
  await tenant.world.sql`
    update methodology set name = ${`${code} Avoided deforestation`} where tenant_id = ${tenant.tenant.id}`

  for (const q of [
    'guanabara manguezais',
    'baia GUANABARA',
    'Côte d’Ivoire',
    "ivory manguezais".replace('ivory', 'ivoire'),
    'vm0015',
    'VM 15',
    'vm-15 guanabara',
    'vcs 1654',
    'VCS1654',
  ]) {
    expect({ q, hits: (await asked(visitor, tenant, q)).hits }).toEqual({
      q,
      hits: expect.arrayContaining([`project: ${project.projectName}`]),
    })
  }
  expect((await asked(visitor, tenant, 'vm 16')).hits).toEqual([])
})

test('a misspelling is forgiven and said', async () => {
  const tenant = await aTenant()
  await anApprovedProject(tenant, { projectName: 'Kariba forest' })
  expect(await asked(tenant.visitor, tenant, 'karibba forest')).toEqual({
    corrected: 'kariba forest',
    hits: ['project: Kariba forest'],
  })
  expect(await asked(tenant.visitor, tenant, 'forset')).toMatchObject({ corrected: 'forest' })
  expect(await asked(tenant.visitor, tenant, 'zzzzqqq')).toEqual({ corrected: null, hits: [] })
})
