import { describe, expect, test } from 'vitest'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { openMeasurement } from '#shared/contract/measurements.ts'
import {
  allowProviders,
  decideMethodology,
  listMethodologies,
  proposeMethodology,
  readMethodology,
  readMethodologyVersion,
  updateMethodology,
} from '#shared/contract/methodologies.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { updateProject } from '#shared/contract/projects.ts'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import { aDraftProject, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

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

test('anybody reads what a registry has approved, by list and name, and a registry that is closed tells nobody', async () => {
  const tenant = await aTenant()
  const { visitor, proponent, tenantAdmin } = tenant
  const { methodologyId } = await proponent.call(proposeMethodology, { body: proposal })
  await decide(tenantAdmin, methodologyId, 'approve')
  const draft = { ...proposal, version: '2.0', isDraft: true }
  await proponent.call(proposeMethodology, { body: draft })
  await proponent.call(proposeMethodology, { body: { ...proposal, name: 'Reed beds' } })
  const tenantId = tenant.tenant.id
  const listFor = async (caller: Caller) =>
    (await caller.call(listMethodologies, { query: { tenantId } })).items.map(
      ({ name, version }) => `${name} ${version}`,
    )
  const stranger = (await aTenant()).proponent
  for (const caller of [visitor, stranger]) {
    expect(await listFor(caller)).toEqual(['Peatland rewetting 1.0'])
    const named = (methodologyName: string) =>
      caller
        .call(readMethodology, { query: { methodologyName, tenantId } })
        .then(({ version, acts }) => [version, acts])
    expect(await named(proposal.name)).toEqual(['1.0', []])
    await expect(named('Reed beds')).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await listFor(proponent)).toEqual(['Peatland rewetting 1.0', 'Peatland rewetting 2.0', 'Reed beds 1.0'])
  expect(await outcomeOf(visitor.call(listMethodologies))).toBe('unauthenticated')
  expect(await outcomeOf(visitor.call(readMethodology, { query: { methodologyName: proposal.name } }))).toBe(
    'unauthenticated',
  )
  const nowhere = visitor.call(listMethodologies, { query: { tenantId: 'nowhere' } })
  await expect(nowhere).rejects.toMatchObject({ code: 'not_found' })
})

test('by its id one gets a version that one may see, with what one may do', async () => {
  const tenant = await aTenant()
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: proposal })
  const read = (caller: Caller) => caller.call(readMethodologyVersion, { params: { methodologyId } })
  expect(await read(tenant.proponent)).toMatchObject({ version: '1.0', status: 'pending', acts: [] })
  expect((await read(tenant.tenantAdmin)).acts).toEqual(['allow', 'approve', 'return', 'reject'])
  await expect(read(tenant.buyer)).rejects.toMatchObject({ code: 'not_found' })
  await decide(tenant.tenantAdmin, methodologyId, 'approve')
  expect(await read(tenant.buyer)).toMatchObject({ status: 'approved', acts: [] })
  expect((await read(tenant.tenantAdmin)).acts).toEqual(['allow', 'deprecate'])
})

test('every edge of the table of states leads where it says, and every other act is refused', async () => {
  const tenant = await aTenant()
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: proposal })
  const reached = new Set<string>()
  for (const status of statesOf(methodologyMachine)) {
    for (const act of ['submit', 'reopen', 'approve', 'return', 'reject', 'deprecate'] as const) {
      await tenant.world.sql`update methodology set status = ${status} where id = ${methodologyId}`
      const caller = act === 'submit' || act === 'reopen' ? tenant.proponent : tenant.tenantAdmin
      const found = await decide(caller, methodologyId, act).then(
        (decided) => decided.status,
        ({ code }) => code,
      )
      expect(`${act} when ${status}: ${found}`).toBe(
        `${act} when ${status}: ${methodologyMachine[status][act]?.to ?? 'conflict'}`,
      )
      reached.add(found)
    }
  }
  reached.delete('conflict')
  expect([...reached].sort()).toEqual([...statesOf(methodologyMachine)].sort())
})

test('a refusal names the state and what is possible in it', async () => {
  const tenant = await aTenant()
  const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: proposal })
  await expect(decide(tenant.tenantAdmin, methodologyId, 'deprecate')).rejects.toMatchObject({
    code: 'conflict',
    message: 'The methodology is pending; possible now: approve, return, reject.',
  })
})

describe('a draft', () => {
  const aDraft = (tenant: TenantOfTest) =>
    tenant.proponent.call(proposeMethodology, { body: { ...proposal, isDraft: true } })

  test('is changed, submitted, returned, changed and submitted again; approved it never changes', async () => {
    const tenant = await aTenant()
    const { proponent, tenantAdmin } = tenant
    const { methodologyId, status, acts } = await aDraft(tenant)
    expect([status, acts]).toEqual(['draft', ['edit', 'allow', 'submit']])
    const params = { methodologyId }
    const change = (version: string) => proponent.call(updateMethodology, { params, body: { version } })
    expect(await change('1.1')).toMatchObject({ version: '1.1', name: proposal.name })
    await decide(proponent, methodologyId, 'submit')
    expect(await outcomeOf(change('1.2'))).toBe('conflict')
    const returned = await decide(tenantAdmin, methodologyId, 'return', 'Say how.')
    expect(returned).toMatchObject({ status: 'draft', statusReason: 'Say how.' })
    await change('1.2')
    await decide(proponent, methodologyId, 'submit')
    await decide(tenantAdmin, methodologyId, 'approve')
    expect(await outcomeOf(change('1.3'))).toBe('conflict')
    const { items } = await proponent.call(listNotices)
    expect(items.map(({ kind }) => kind)).toEqual(['methodology.approve', 'methodology.return'])
  })

  test('is submitted by its account alone', async () => {
    const tenant = await aTenant()
    const { methodologyId } = await aDraft(tenant)
    expect(await outcomeOf(decide(tenant.buyer, methodologyId, 'submit'))).toBe('not_found')
    expect(await outcomeOf(decide(tenant.tenantAdmin, methodologyId, 'submit'))).toBe('forbidden')
  })
})

test('anybody reads an approved version with the others of its name, and no other', async () => {
  const tenant = await aTenant()
  const first = await tenant.proponent.call(proposeMethodology, { body: proposal })
  await decide(tenant.tenantAdmin, first.methodologyId, 'approve')
  const second = await tenant.proponent.call(proposeMethodology, { body: { ...proposal, version: '2.0' } })
  const query = { tenantId: tenant.tenant.id }
  const read = (caller: Caller, { methodologyId }: { methodologyId: string }) =>
    caller.call(readMethodologyVersion, { params: { methodologyId }, query })
  for (const caller of [tenant.visitor, tenant.buyer, (await aTenant()).tenantAdmin]) {
    const seen = await read(caller, first)
    expect(seen).toMatchObject({ account: 'The proponent', acts: [], versions: [{ version: '1.0' }] })
    expect(seen.versions).toHaveLength(1)
    await expect(read(caller, second)).rejects.toMatchObject({ code: 'not_found' })
  }
  expect((await read(tenant.proponent, first)).versions.map(({ version }) => version)).toEqual(['2.0', '1.0'])
})

describe('the providers of a version', () => {
  async function aChosenProject(tenant: TenantOfTest, accountIds: string[]) {
    const { projectId, methodologyId, projectKey } = await anApprovedProject(tenant)
    const params = { methodologyId: methodologyId ?? '' }
    await tenant.tenantAdmin.call(allowProviders, { params, body: { accountIds } })
    return { projectId, params, projectKey }
  }
  const period = { periodStart: '2024-01-01', periodEnd: '2024-12-31' }

  test('are chosen by its account while it is a draft, and by the registry from then on', async () => {
    const tenant = await aTenant()
    const body = { accountIds: ['measurer'] }
    const drafted = await tenant.proponent.call(proposeMethodology, { body: { ...proposal, isDraft: true } })
    const params = { methodologyId: drafted.methodologyId }
    expect((await tenant.proponent.call(allowProviders, { params, body })).providers).toEqual([
      { accountId: 'measurer', name: 'The measurer', kind: 'measurement provider' },
    ])
    await decide(tenant.proponent, drafted.methodologyId, 'submit')
    expect(await outcomeOf(tenant.proponent.call(allowProviders, { params, body }))).toBe('conflict')
    expect(await outcomeOf(tenant.tenantAdmin.call(allowProviders, { params, body: { accountIds: [] } }))).toBe('ok')
    expect(await outcomeOf(tenant.tenantAdmin.call(allowProviders, { params, body: { accountIds: ['buyer'] } }))).toBe(
      'invalid',
    )
  })

  test('alone are measured with: a measurement is not opened with another', async () => {
    const tenant = await aTenant()
    await tenant.world.sql`
      insert into account (tenant_id, id, name, kind, status)
      values (${tenant.tenant.id}, 'second', 'The second', 'measurement provider', 'active')`
    const { projectId, params } = await aChosenProject(tenant, ['second'])
    const open = () => tenant.proponent.call(openMeasurement, { body: { projectId, ...period } })
    expect(await outcomeOf(open())).toBe('conflict')
    await tenant.tenantAdmin.call(allowProviders, { params, body: { accountIds: ['second', 'measurer'] } })
    expect(await outcomeOf(open())).toBe('ok')
  })

  test('of one kind say nothing about the other kind', async () => {
    const tenant = await aTenant()
    const { projectId } = await aChosenProject(tenant, ['measurer'])
    expect(await outcomeOf(tenant.proponent.call(openMeasurement, { body: { projectId, ...period } }))).toBe('ok')
  })

  test('alone can be named by a project', async () => {
    const tenant = await aTenant()
    await tenant.world.sql`
      insert into account (tenant_id, id, name, kind, status)
      values (${tenant.tenant.id}, 'second', 'The second', 'verification provider', 'active')`
    const { projectKey, methodologyId } = await aDraftProject(tenant)
    const params = { methodologyId: methodologyId ?? '' }
    await tenant.tenantAdmin.call(allowProviders, { params, body: { accountIds: ['second'] } })
    const change = (verificationProviderId: string) =>
      tenant.proponent.call(updateProject, {
        query: { projectKey },
        body: { verificationProviderId, description: 'Anew.' },
      })
    expect(await outcomeOf(change('second'))).toBe('ok')
    await expect(change('verifier')).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'verificationProviderId' }],
    })
  })
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
  expect(await outcomeOf(decide(tenant.tenantAdmin, own.methodologyId, 'approve'))).toBe('own_work')
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
  const byId = await tenant.buyer.call(listMethodologies, { query: { q: 'm-12' } })
  expect(byId.items).toMatchObject([{ methodologyId: 'm-12' }])
})
