import { beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import {
  joinBeneficiaries,
  listBeneficiaries,
  partBeneficiary,
  readBeneficiary,
} from '#shared/contract/beneficiaries.ts'
import { createClaim, listClaims, readClaimFacets } from '#shared/contract/claims.ts'
import { readSums } from '#shared/contract/sums.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { theWorld } from '#tests/kit/world.ts'

describe('spellings have one key', () => {
  test.for([
    [
      'Petrobras',
      ['PETROBRAS', 'Petrobras S.A.', 'Petrobras S. A.', 'PETROBRAS S/A', 'Petrobras, SA', ' petrobras  sa '],
    ],
    ['Localiza Rent a Car', ['LOCALIZA RENT A CAR S/A', 'Localiza Rent A Car S.A']],
    ['Fleximédical Soluções', ['FLEXIMEDICAL SOLUCOES LTDA', 'Fleximedical – Soluções Ltda.', 'fleximedical_solucoes']],
    ['Patent Logistics (Shenzhen)', ['Patent Logistics (Shenzhen) Co.,Ltd', 'PATENT LOGISTICS SHENZHEN CO LTD']],
    ['Blue Bell', ['BLUE BELL PRIVATE LTD', 'Blue Bell Pvt. Ltd.', 'Blue Bell Limited', "Blue 'Bell'"]],
    ['World Fuel Services', ['World Fuel Services, Inc.', 'World Fuel Services Corporation']],
    ['Numidia', ['Numidia B.V.', 'Numidia BV']],
    ['J.P. Morgan', ['J. P. Morgan', 'JP Morgan']],
  ] as const)('%s', async ([name, others]) => {
    const keys = await keysOf([name, ...others])
    expect(new Set(keys)).toEqual(new Set([keys[0]]))
  })

  test.for([
    ['another word', 'Shell', 'Shell Brasil'],
    ['a form within the name', 'CO2nsensus LTD clients', 'CO2nsensus clients'],
    ['a form that is a usual word', 'Green Spa', 'Green'],
    ['two letters of a group', 'Avisera AB', 'Avisera'],
    ['a number', 'Order 001', 'Order 002'],
    ['a name that would be nothing', 'SA', 'Ltd'],
    ['a name of one letter', 'X Ltd', 'X'],
    ['signs', '_', '-'],
  ] as const)('but not with %s', async ([, one, other]) => {
    const [a, b] = await keysOf([one, other])
    expect(a).not.toBe(b)
  })

  async function keysOf(names: readonly string[]): Promise<string[]> {
    const { sql } = await theWorld()
    const rows = await sql<{ key: string }[]>`
      select beneficiary_key(name) as key from unnest(${[...names]}::text[]) with ordinality n(name, place) order by place`
    return rows.map(({ key }) => key)
  }
})

describe('the claims for organisations', () => {
  let tenant: TenantOfTest
  const spelt = { 'Acme Ltda.': 1, 'ACME LTDA': 4, 'Acme do Brasil': 3, Other: 2 }
  beforeAll(async () => {
    tenant = await aTenant()
    const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
    const claim = { beneficiaryKind: 'organisation', purpose: 'personal', isAuthorised: true } as const
    for (const [beneficiary, quantity] of Object.entries(spelt)) {
      await tenant.proponent.call(createClaim, { body: { ...claim, beneficiary, items: [{ assetId, quantity }] } })
    }
  })
  const sums = () => tenant.visitor.call(readSums, { query: { tenantId: tenant.tenant.id } })
  const ranked = async () =>
    (await sums()).beneficiaries.map(({ name, claims, units, spellings }) => [name, claims, units, spellings])
  const claimsFor = async (beneficiary: string) => {
    const query = { tenantId: tenant.tenant.id, beneficiary }
    const { items, total } = await tenant.visitor.call(listClaims, { query })
    const { facets } = await tenant.visitor.call(readClaimFacets, { query })
    const kinds = facets.find(({ facet }) => facet === 'beneficiaryKind')?.values.map(({ count }) => count) ?? []
    expect([total, ...kinds]).toEqual(Array.from({ length: 1 + kinds.length }, () => items.length))
    return items.map((item) => item.beneficiary).sort()
  }
  const reason = 'As their letterhead says.'

  test('stand together in the ranking and in the list, whichever spelling is asked for, and keep their own', async () => {
    await expect.poll(async () => (await sums()).sequence).toBe(5)
    expect(await ranked()).toEqual([
      ['ACME LTDA', 2, 5, 2],
      ['Acme do Brasil', 1, 3, 1],
      ['Other', 1, 2, 1],
    ])
    for (const name of ['ACME LTDA', 'acme']) expect(await claimsFor(name)).toEqual(['ACME LTDA', 'Acme Ltda.'])
    expect(await claimsFor('Nobody')).toEqual([])
  })

  test('have a page for anybody with their totals and years, by any spelling', async () => {
    const named = (beneficiary: string) =>
      tenant.visitor.call(readBeneficiary, { query: { tenantId: tenant.tenant.id, beneficiary } })
    const year = new Date().getUTCFullYear()
    expect(await named('acme')).toEqual({
      name: 'ACME LTDA',
      claims: 2,
      units: 5,
      spellings: [
        { name: 'ACME LTDA', claims: 1, units: 4 },
        { name: 'Acme Ltda.', claims: 1, units: 1 },
      ],
      years: [{ year, claims: 2, units: 5 }],
    })
    await expect(named('Nobody')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('are joined by an admin for a reason and parted again, with a line in the log', async () => {
    const { tenantAdmin } = tenant
    const joined = await tenantAdmin.call(joinBeneficiaries, {
      body: { name: 'Acme do Brasil', into: 'Acme Ltda.', reason },
    })
    expect(joined).toMatchObject({ name: 'ACME LTDA', claims: 3, units: 8 })
    expect((await ranked())[0]).toEqual(['ACME LTDA', 3, 8, 3])
    expect(await claimsFor('Acme do Brasil')).toHaveLength(3)
    const { items } = await tenantAdmin.call(listBeneficiaries, { query: { q: 'brasil' } })
    expect(items.map(({ spellings }) => spellings.map(({ name, units }) => [name, units]))).toEqual([
      [
        ['ACME LTDA', 4],
        ['Acme do Brasil', 3],
        ['Acme Ltda.', 1],
      ],
    ])

    const parted = await tenantAdmin.call(partBeneficiary, { body: { name: 'Acme do Brasil', reason } })
    expect(parted).toMatchObject({ name: 'Acme do Brasil', units: 3 })
    expect(await ranked()).toHaveLength(3)
    const log = await tenantAdmin.call(listAudit, { query: { act: 'tenant' } })
    expect(log.items.map(({ act, after }) => [act, after])).toEqual([
      ['tenant.partBeneficiary', { beneficiary: 'Acme do Brasil', reason }],
      ['tenant.joinBeneficiaries', { beneficiary: 'Acme do Brasil', joinedWith: 'Acme Ltda.', reason }],
    ])
  })

  test('a spelling that the rule takes for another is taken out, and a new one comes to those of its key', async () => {
    const { tenantAdmin, world } = tenant
    await tenantAdmin.call(partBeneficiary, { body: { name: 'Acme Ltda.', reason } })
    expect(await claimsFor('Acme Ltda.')).toEqual(['Acme Ltda.'])
    expect(await claimsFor('ACME LTDA')).toEqual(['ACME LTDA'])
    await world.sql`
      insert into beneficiary_sum (tenant_id, name, claims, units) values (${tenant.tenant.id}, 'Acme, Ltda', 1, 7)`
    expect((await ranked())[0]).toEqual(['Acme, Ltda', 2, 11, 2])
  })

  test.for([
    ['one with itself', 'Other', 'Other', 'beneficiary.one'],
    ['what no claim names', 'Nobody', 'Other', 'beneficiary.unknown'],
  ] as const)('are not joined: %s', async ([, name, into, expectedReason]) => {
    const call = tenant.tenantAdmin.call(joinBeneficiaries, { body: { name, into, reason } })
    await expect(call).rejects.toMatchObject({ code: 'conflict', refusal: { reason: expectedReason } })
  })

  test('what stands alone is not taken out', async () => {
    const call = tenant.tenantAdmin.call(partBeneficiary, { body: { name: 'Other', reason } })
    await expect(call).rejects.toMatchObject({ code: 'conflict', refusal: { reason: 'beneficiary.alone' } })
  })
})
