import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listClaims, readClaimFacets } from '#shared/contract/claims.ts'
import { lookUp } from '#shared/contract/registry.ts'
import { search } from '#shared/contract/search.ts'
import { readUnits } from '#shared/contract/units.ts'
import { aBlock, aFolder, aMint, aProject, writeExport } from '#tests/kit/an-export.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { importRegistry } from './import.ts'

test('the serial number of the registry of origin leads to the claim, in the search and among the claims', async () => {
  const { world, visitor, tenant } = await aTenant()
  const project = aProject()
  const mint = aMint({ project_id: project.project_id!, quantity: 30 })
  const retired = { retirement_date: '2022-02-03' }
  const blocks = [
    aBlock(mint, 1, 10, {
      ...retired,
      beneficiary: 'Lake Bakery',
      serial_number: '8164-1-10-VCS-VCU-1519-VER-KE-14-1654-0',
    }),
    aBlock(mint, 11, 12, {
      ...retired,
      beneficiary: 'Hill Bakery',
      serial_number: '8164-11-12-VCS-VCU-1519-VER-KE-14-1654-0',
    }),
    aBlock(mint, 13, 30, { serial_number: '8164-13-30-VCS-VCU-1519-VER-KE-14-1654-0' }),
  ]
  const order = {
    tenantId: tenant.id,
    files: await writeExport({ projects: [project], mints: [mint], blocks }),
    dryRun: false,
    setAsidePath: join(await aFolder(), 'set-aside.csv'),
    today: '2026-03-01',
  }
  await importRegistry(world.sql, order, () => ({ at() {}, done() {} }))
  const claimed = async (q: string) => {
    const { items } = await visitor.call(listClaims, { query: { tenantId: tenant.id, q } })
    return items.map(({ beneficiary }) => beneficiary)
  }
  const kinds = async (q: string) => {
    const [found, named] = [
      await visitor.call(search, { query: { tenantId: tenant.id, q } }),
      await visitor.call(lookUp, { query: { tenantId: tenant.id, q } }),
    ]
    expect(found.groups.map(({ kind }) => kind)).toEqual([...new Set(named.items.map(({ kind }) => kind))])
    return named.items.map(({ kind }) => kind)
  }
  for (const q of ['8164-1-10-VCS-VCU-1519-VER-KE-14-1654-0', '8164 1 10 vcs vcu', '8164-1-10']) {
    expect({ q, claimed: await claimed(q), kinds: await kinds(q) }).toEqual({
      q,
      claimed: ['Lake Bakery'],
      kinds: ['claim'],
    })
  }
  expect(await claimed('8164-13-30')).toEqual([])
  expect(await kinds('8164-13-30')).toEqual(['transaction'])
  expect(await claimed('8164-1-1')).toEqual([])
  const units = (serial: string) => visitor.call(readUnits, { params: { serial }, query: { tenantId: tenant.id } })
  const origin = '8164-11-20-VCS-VCU-1519-VER-KE-14-1654-0'
  const found = await units(origin)
  expect(found).toMatchObject({ origin, quantity: 10, serial: expect.stringMatching(/-11-20$/) })
  expect(found.parts.map(({ state, first, last }) => [state, first, last])).toEqual([
    ['retired', 11, 12],
    ['held', 13, 20],
  ])
  expect(found.movements.map(({ type, first, last }) => [type, first, last])).toEqual([
    ['claim', 11, 12],
    ['mint', 11, 20],
  ])
  expect(await units(found.serial)).toMatchObject({
    serial: found.serial,
    origin: null,
    parts: found.parts,
    asset: found.asset,
  })
  const { facets } = await visitor.call(readClaimFacets, { query: { tenantId: tenant.id, q: '8164-11-12' } })
  expect(facets.find(({ facet }) => facet === 'year')?.values).toMatchObject([{ value: '2022', count: 1 }])
})
