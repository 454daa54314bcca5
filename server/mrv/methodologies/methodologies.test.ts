import { expect, test } from 'vitest'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import {
  decideMethodology,
  listMethodologies,
  proposeMethodology,
  readMethodology,
  readMethodologyVersion,
} from '#shared/contract/methodologies.ts'
import { actsIn } from '#shared/rules/lifecycle/machine.ts'
import { type MethodologyStatus, methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import { anApprovedProject } from '#tests/acts.ts'
import { outcomeOf } from '#tests/outcome.ts'
import type { Caller } from '#tests/person.ts'
import { aTenant } from '#tests/tenant.ts'

type Act = BodyOf<typeof decideMethodology>['act']

const proposal = { name: 'Peatland rewetting', version: '1.0', description: 'Water tables and gas fluxes.' }
const decide = (caller: Caller, methodologyId: string, act: Act, reason = 'As agreed.') =>
  caller.call(decideMethodology, { params: { methodologyId }, body: { act, reason } })
const namesFor = async (caller: Caller) =>
  (await caller.call(listMethodologies)).items.map((item) => `${item.name} ${item.version} ${item.status}`)

test('a proposal is pending, known to its account and to tenant admins only, and after approval to everybody', async () => {
  const tenant = await aTenant()
  const { methodologyId, status } = await tenant.proponent.call(proposeMethodology, { body: proposal })
  expect(status).toBe('pending')
  for (const caller of [tenant.proponent, tenant.accountAdmin, tenant.tenantAdmin]) {
    expect(await namesFor(caller)).toEqual(['Peatland rewetting 1.0 pending'])
  }
  expect(await namesFor(tenant.buyer)).toEqual([])
  await decide(tenant.tenantAdmin, methodologyId, 'approve')
  expect(await namesFor(tenant.buyer)).toEqual(['Peatland rewetting 1.0 approved'])
  expect((await aTenant()).tenant.id).not.toBe(tenant.tenant.id)
  expect(await namesFor((await aTenant()).tenantAdmin)).toEqual([])
})

test('one version is proposed once, however its name is capitalised', async () => {
  const { proponent, buyer } = await aTenant()
  await proponent.call(proposeMethodology, { body: proposal })
  await expect(
    buyer.call(proposeMethodology, { body: { ...proposal, name: 'PEATLAND rewetting' } }),
  ).rejects.toMatchObject({ code: 'conflict', message: 'Version 1.0 of PEATLAND rewetting is there already.' })
  expect(await outcomeOf(buyer.call(proposeMethodology, { body: { ...proposal, version: '1.1' } }))).toBe('ok')
})

test('by its name one gets the newest version that one may see', async () => {
  const tenant = await aTenant()
  const first = await tenant.proponent.call(proposeMethodology, { body: proposal })
  await decide(tenant.tenantAdmin, first.methodologyId, 'approve')
  await tenant.proponent.call(proposeMethodology, { body: { ...proposal, version: '2.0' } })
  const versionFor = async (caller: Caller) =>
    (await caller.call(readMethodology, { query: { methodologyName: 'peatland REWETTING' } })).version
  expect(await versionFor(tenant.proponent)).toBe('2.0')
  expect(await versionFor(tenant.buyer)).toBe('1.0')
  const unknown = tenant.buyer.call(readMethodology, { query: { methodologyName: 'Alchemy' } })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})

test('by its id one gets a version that one may see, with what one may do', async () => {
  const tenant = await aTenant()
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: proposal })
  const read = (caller: Caller) => caller.call(readMethodologyVersion, { params: { methodologyId } })
  expect(await read(tenant.proponent)).toMatchObject({ version: '1.0', status: 'pending', acts: [] })
  expect((await read(tenant.tenantAdmin)).acts).toEqual(['approve', 'reject'])
  await expect(read(tenant.buyer)).rejects.toMatchObject({ code: 'not_found' })
  await decide(tenant.tenantAdmin, methodologyId, 'approve')
  expect(await read(tenant.buyer)).toMatchObject({ status: 'approved', acts: [] })
  expect((await read(tenant.tenantAdmin)).acts).toEqual(['deprecate'])
})

test('every act in every state follows the table of states', async () => {
  const tenant = await aTenant()
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: proposal })
  for (const status of Object.keys(methodologyMachine) as MethodologyStatus[]) {
    for (const act of ['approve', 'reject', 'deprecate'] as const) {
      await tenant.world.sql`update methodology set status = ${status} where id = ${methodologyId}`
      const expected = actsIn(methodologyMachine, status).includes(act) ? 'ok' : 'conflict'
      expect(`${act} when ${status}: ${await outcomeOf(decide(tenant.tenantAdmin, methodologyId, act))}`).toBe(
        `${act} when ${status}: ${expected}`,
      )
    }
  }
})

test('a tenant admin decides, never about what the own account proposed, and refuses with a reason', async () => {
  const tenant = await aTenant()
  const other = await aTenant()
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: proposal })
  const outcomes = [tenant.visitor, tenant.proponent, tenant.accountAdmin, tenant.buyer, other.tenantAdmin].map(
    (caller) => outcomeOf(decide(caller, methodologyId, 'approve')),
  )
  expect(await Promise.all(outcomes)).toEqual(['unauthenticated', 'forbidden', 'forbidden', 'forbidden', 'not_found'])
  await expect(decide(tenant.tenantAdmin, methodologyId, 'reject', ' ')).rejects.toMatchObject({
    details: [{ path: 'reason' }],
  })
  const own = await tenant.tenantAdmin.call(proposeMethodology, { body: { ...proposal, version: '9' } })
  expect(await outcomeOf(decide(tenant.tenantAdmin, own.methodologyId, 'approve'))).toBe('forbidden')
})

test('providers are counted once each through the published projects that use it', async () => {
  const tenant = await aTenant()
  const { methodologyId } = await anApprovedProject(tenant)
  await tenant.world.sql`
    insert into project (tenant_id, id, account_id, number, name, methodology_id, measurement_provider_id, status)
    select ${tenant.tenant.id}, 'p-' || i, 'buyer', 100 + i, 'P', ${methodologyId}, 'measurer', 'active'
    from generate_series(1, 3) i`
  const { items } = await tenant.buyer.call(listMethodologies)
  expect(items).toMatchObject([{ measurementProviders: 1, verificationProviders: 1 }])
})

test('pages lose and repeat none, also where names are equal', async () => {
  const tenant = await aTenant()
  await tenant.world.sql`
    insert into methodology (tenant_id, id, name, version, status)
    select ${tenant.tenant.id}, 'm-' || i, case when i % 2 = 0 then 'Solar' else 'solar' end || i / 6, i::text, 'approved'
    from generate_series(1, 17) i`
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await tenant.buyer.call(listMethodologies, { query: { limit: 3, cursor, q: 'SOLAR' } })
    expect(page.total).toBe(17)
    seen.push(...page.items.map((item) => item.methodologyId))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(17)
  expect(new Set(seen).size).toBe(17)
})
