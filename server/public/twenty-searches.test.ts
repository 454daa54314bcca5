import { beforeAll, expect, test } from 'vitest'
import { listAccounts } from '#shared/contract/accounts.ts'
import { listClaims } from '#shared/contract/claims.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { listProjects } from '#shared/contract/projects.ts'
import { search } from '#shared/contract/search.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'

ownWorld()

/** Number, name, country, proponent, methodology, id in the registry of origin. */
const projects = [
  ['VCS902', 'KARIBU REDD+ PROJECT', 'ZW', 'Green Carbon Investments (Jersey)', 'VM0009 Avoided conversion'],
  [
    'VCS513',
    'Santo Pilão Hydropower Plant Project Activity',
    'BR',
    'Consórcio Empresarial Pilão – CEP',
    'ACM0002 Grid-connected electricity',
  ],
  [
    'VCS977',
    'RDLT Portal - Pará REDD Project',
    'BR',
    'RDLT Property Group Ltd.',
    'VM0015 Avoided unplanned deforestation',
  ],
  [
    'GS1064',
    'Efficient Cookstoves for the Littoral of Cameroon',
    'CM',
    'atmos gGmbH',
    'GS TPDDTEC Cooking and heating',
  ],
  ['GS11223', 'BT9 Windfarm', 'PH', 'Energy and Works Corporation', 'ACM0002 Grid-connected electricity'],
] as const
/** Project number, beneficiary. */
const claims = [
  ['VCS513', 'Astrazenica'],
  ['VCS977', 'COMÉRCIO DE COSMÉTICOS LTDA'],
  ['VCS977', 'Positive Adventures'],
] as const

let tenant: Awaited<ReturnType<typeof aTenant>>

beforeAll(async () => {
  tenant = await aTenant()
  const { sql } = tenant.world
  const { id } = tenant.tenant
  for (const [index, [projectId, name, country, proponent, methodology]] of projects.entries()) {
    const account = `maker${index}`
    const [code = ''] = methodology.split(' ')
    await sql`insert into account (tenant_id, id, name, kind, status) values (${id}, ${account}, ${proponent}, 'proponent', 'active')`
    await sql`
      insert into methodology (tenant_id, id, name, version, status)
      values (${id}, ${code}, ${methodology}, '', 'approved') on conflict do nothing`
    await sql`
      insert into project (tenant_id, id, account_id, number, name, country, methodology_id, status, origin_id, origin)
      values (${id}, ${projectId}, ${account}, ${index + 1}, ${name}, ${country}, ${code}, 'active', ${projectId}, 'import')`
  }
  for (const [index, [projectId, beneficiary]] of claims.entries()) {
    const claimId = `claim${index}`
    await sql`
      insert into transaction (tenant_id, id, type, project_id, from_account, quantity, actor)
      values (${id}, ${claimId}, 'claim', ${projectId}, 'buyer', 1, 'import')`
    await sql`
      insert into claim (tenant_id, id, transaction_id, account_id, quantity, beneficiary_kind, beneficiary_name, purpose,
        verify_code, claimed_at, created_by, origin)
      values (${id}, ${claimId}, ${claimId}, 'buyer', 1, 'organisation', ${beneficiary}, 'other', ${`7K3Q${index}-9XW2M`},
        now(), 'import', 'import')`
  }
  // Makes the claims' words searchable.
  await tenant.world.linked()
}, 60_000)

test.for([
  ['misspelt', 'karibbu', 'project', 'VCS902'],
  ['words swapped', 'redd karibu', 'project', 'VCS902'],
  ['a country in English', 'zimbabwe redd', 'project', 'VCS902'],
  ['a country misspelt', 'simbabwe redd', 'project', 'VCS902'],
  ['without accents', 'santo pilao', 'project', 'VCS513'],
  ['words swapped, without accents', 'pilao hydropower santo', 'project', 'VCS513'],
  ['a proponent without accents', 'consorcio empresarial', 'project', 'VCS513'],
  ['a methodology with spaces', 'acm 0002', 'project', 'VCS513'],
  ['a part of the name', 'portal para', 'project', 'VCS977'],
  ['two letters too many', 'rdlt portall', 'project', 'VCS977'],
  ['the code of a methodology', 'VM0015', 'project', 'VCS977'],
  ['its code as people say it', 'vm 15', 'methodology', 'VM0015'],
  ['an id of origin', 'vcs 977', 'project', 'VCS977'],
  ['a country in French', 'cameroun', 'project', 'GS1064'],
  ['a country in Swahili', 'Kameruni', 'project', 'GS1064'],
  ['a proponent in other capitals', 'ATMOS', 'account', 'maker3'],
  ['nearly the word', 'windfram', 'project', 'GS11223'],
  ['a beneficiary misspelt', 'astrazenca', 'claim', 'claim0'],
  ['a part of a beneficiary, without accents', 'cosmeticos', 'claim', 'claim1'],
  ['a verify code', '7k3q2 9xw2m', 'claim', 'claim2'],
  ['the number of a project', 'project 4', 'project', 'GS1064'],
  ['words of a beneficiary in any order', 'ltda cosmeticos', 'claim', 'claim1'],
] as const)('%s: "%s" finds it on the first screen, in the search and in the list', async ([, q, kind, id]) => {
  const query = { tenantId: tenant.tenant.id, q }
  const { groups } = await tenant.visitor.call(search, { query })
  expect(groups.flatMap((group) => group.items.map((hit) => `${hit.kind} ${hit.id}`))).toContain(`${kind} ${id}`)
  const lists = {
    project: async () => (await tenant.visitor.call(listProjects, { query })).items.map(({ projectId }) => projectId),
    claim: async () => (await tenant.visitor.call(listClaims, { query })).items.map(({ claimId }) => claimId),
    account: async () =>
      (await tenant.tenantAdmin.call(listAccounts, { query: { q } })).items.map(({ accountId }) => accountId),
    methodology: async () =>
      (await tenant.visitor.call(listMethodologies, { query })).items.map(({ methodologyId }) => methodologyId),
  }
  expect(await lists[kind]()).toContain(id)
})

test('claims are found by the codes of their project and its methodology', async () => {
  for (const q of ['vcs 513', 'ACM0002']) {
    const { items } = await tenant.visitor.call(listClaims, { query: { tenantId: tenant.tenant.id, q } })
    expect({ q, claims: items.map(({ claimId }) => claimId) }).toEqual({ q, claims: ['claim0'] })
  }
})

test('lists say which words were searched in place of misspelt ones', async () => {
  const query = { tenantId: tenant.tenant.id, q: 'karibbu redd' }
  const { corrected, isSimilar } = await tenant.visitor.call(listProjects, { query })
  expect({ corrected, isSimilar }).toEqual({ corrected: 'karibu redd', isSimilar: true })
})

test('a project is listed by a serial number of its units, and by none that was never issued', async () => {
  const { projectId, assetId } = await anIssuedAsset(tenant, { quantity: 7 })
  const [label] = await tenant.world.sql<{ head: string }[]>`
    select concat_ws('-', t.serial_prefix, s.country, p.number, extract(year from upper(s.vintage) - 1), s.batch) as head
    from asset s join tenant t on t.id = s.tenant_id join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where s.id = ${assetId}`
  const found = async (q: string) =>
    (await tenant.visitor.call(listProjects, { query: { tenantId: tenant.tenant.id, q } })).items.map(
      (each) => each.projectId,
    )
  expect(await found(`${label!.head}-7`)).toEqual([projectId])
  expect(await found(`${label!.head}-2-5`)).toEqual([projectId])
  expect(await found(`${label!.head}-8`)).toEqual([])
})
