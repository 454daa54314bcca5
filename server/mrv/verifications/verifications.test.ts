import { expect, test } from 'vitest'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { decideMeasurement, openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import {
  decideVerification,
  listVerificationProviders,
  listVerifications,
  readVerification,
  type Verification,
} from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import type { VerificationStatus } from '#shared/rules/lifecycle/verification.ts'
import { anApprovedProject, aStatement } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

type Opinion = BodyOf<typeof decideVerification>

const inOrder: Opinion = { outcome: 'verified', quantity: 90, statement: 'In order.', noConflictOfInterest: true }
const decide = (caller: Caller, verificationId: string, opinion: Partial<Opinion> = {}) =>
  caller.call(decideVerification, { params: { verificationId }, body: { ...inOrder, ...opinion } })

const verificationsFor = async (caller: Caller, tenantId: string) =>
  (await caller.call(listVerifications, { query: { tenantId } })).items

/** For 100 measured units. */
async function aRequestedVerification(tenant: TenantOfTest): Promise<Verification> {
  const { projectId } = await anApprovedProject(tenant)
  const period = { periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  const { measurementId } = await tenant.measurer.call(openMeasurement, { body: { projectId, ...period } })
  const params = { measurementId }
  await tenant.measurer.call(submitMeasurement, { params, body: { quantity: 100 } })
  await tenant.proponent.call(decideMeasurement, { params, body: { act: 'accept' } })
  const [requested] = await verificationsFor(tenant.verifier, tenant.tenant.id)
  if (!requested) throw new Error('Nothing was requested.')
  return requested
}

test('the assigned provider verifies up to what was measured; the project’s account may then mint', async () => {
  const tenant = await aTenant()
  const { verificationId, acts } = await aRequestedVerification(tenant)
  expect(acts).toEqual(['start'])
  expect(await decide(tenant.verifier, verificationId)).toMatchObject({
    status: 'verified',
    measured: 100,
    quantity: 90,
    issued: 0,
    available: 90,
    statement: 'In order.',
    acts: [],
  })
  const [own] = await verificationsFor(tenant.proponent, tenant.tenant.id)
  expect(own?.acts).toEqual(['mint'])
  await tenant.proponent.call(mintUnits, { body: { verificationId, quantity: 40 } })
  const [minted] = await verificationsFor(tenant.proponent, tenant.tenant.id)
  expect(minted).toMatchObject({ issued: 40, available: 50, acts: ['mint'] })
  await tenant.proponent.call(mintUnits, { body: { verificationId, quantity: 50 } })
  expect((await verificationsFor(tenant.proponent, tenant.tenant.id))[0]?.acts).toEqual([])
})

test('one verification is read by the sides that its list shows it to, and by nobody else', async () => {
  const tenant = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  const read = (caller: Caller) => caller.call(readVerification, { params: { verificationId } })
  for (const caller of [tenant.proponent, tenant.measurer, tenant.verifier, tenant.tenantAdmin]) {
    expect(await verificationsFor(caller, tenant.tenant.id)).toEqual([await read(caller)])
  }
  await expect(read(tenant.buyer)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read((await aTenant()).tenantAdmin)).rejects.toMatchObject({ code: 'not_found' })
})

test('starting with its declaration and deciding are both on record', async () => {
  const tenant = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  await decide(tenant.verifier, verificationId)
  const events = await tenant.world.sql`
    select act, actor, after from audit_event where subject = ${`verification:${verificationId}`} order by sequence`
  expect(events).toMatchObject([
    { act: 'verification.request', actor: tenant.proponent.username },
    { act: 'verification.start', actor: tenant.verifier.username, after: { noConflictOfInterest: true } },
    { act: 'verification.verify', actor: tenant.verifier.username, after: { status: 'verified', quantity: 90 } },
  ])
})

test.each<[string, Partial<Opinion>, string]>([
  ['more than was measured', { quantity: 101 }, 'conflict'],
  ['no quantity', { quantity: undefined }, 'invalid'],
  ['no statement', { statement: ' ' }, 'invalid'],
  ['half a unit', { quantity: 0.5 }, 'invalid'],
])('an opinion with %s is refused and nothing changes', async (_, opinion, code) => {
  const tenant = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  expect(await outcomeOf(decide(tenant.verifier, verificationId, opinion))).toBe(code)
  expect(await verificationsFor(tenant.verifier, tenant.tenant.id)).toMatchObject([
    { status: 'requested', quantity: null },
  ])
})

test('without the declaration that there is no conflict of interest nothing is decided', async () => {
  const tenant = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  const answer = await tenant.verifier.fetch(`/api/verification/${verificationId}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...inOrder, noConflictOfInterest: false }),
  })
  expect(answer.status).toBe(400)
})

test('a refusal verifies nothing, whatever quantity comes with it', async () => {
  const tenant = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  expect(await decide(tenant.verifier, verificationId, { outcome: 'not verified' })).toMatchObject({
    status: 'not verified',
    quantity: null,
    available: 0,
  })
  expect(await outcomeOf(tenant.proponent.call(mintUnits, { body: { verificationId, quantity: 1 } }))).toBe('conflict')
})

test('nobody but the assigned provider decides', async () => {
  const tenant = await aTenant()
  const other = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  const callers = {
    visitor: tenant.visitor,
    newcomer: tenant.newcomer,
    proponent: tenant.proponent,
    accountAdmin: tenant.accountAdmin,
    measurer: tenant.measurer,
    buyer: tenant.buyer,
    tenantAdmin: tenant.tenantAdmin,
    otherVerifier: other.verifier,
  }
  const outcomes: Record<string, string> = {}
  for (const [name, caller] of Object.entries(callers)) outcomes[name] = await outcomeOf(decide(caller, verificationId))
  expect(outcomes).toEqual({
    visitor: 'unauthenticated',
    newcomer: 'forbidden',
    proponent: 'forbidden',
    accountAdmin: 'forbidden',
    measurer: 'forbidden',
    buyer: 'not_found',
    tenantAdmin: 'forbidden',
    otherVerifier: 'not_found',
  })
})

test('who belongs to the provider and to the project or its measurer has a conflict of interest', async () => {
  const tenant = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  const group = (account: string) => `${tenant.tenant.id}|${account}|General`
  for (const account of ['proponent', 'measurer']) {
    const both = await tenant.addPerson([group('verifier'), group(account)])
    await expect(decide(both, verificationId)).rejects.toMatchObject({
      code: 'own_work',
    })
    expect((await verificationsFor(both, tenant.tenant.id))[0]?.acts).toEqual([])
  }
})

test('an opinion is given once, in the states that wait for it', async () => {
  const tenant = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  await aStatement(tenant, verificationId)
  const statuses: VerificationStatus[] = ['requested', 'in progress', 'findings open', 'verified', 'not verified']
  const outcomes: Record<string, string[]> = {}
  for (const status of statuses) {
    const after: string[] = []
    for (const outcome of ['verified', 'not verified'] as const) {
      await tenant.world.sql`update verification set status = ${status}, quantity = 1 where id = ${verificationId}`
      const opinion = { outcome, quantityReason: 'The rest has no record.' }
      after.push(await outcomeOf(decide(tenant.verifier, verificationId, opinion)))
    }
    outcomes[status] = after
  }
  expect(outcomes).toEqual({
    requested: ['ok', 'ok'],
    'in progress': ['ok', 'ok'],
    'findings open': ['conflict', 'ok'],
    verified: ['conflict', 'conflict'],
    'not verified': ['conflict', 'conflict'],
  })
})

test('two of the provider who decide at once: one opinion stands', async () => {
  const tenant = await aTenant()
  const { verificationId } = await aRequestedVerification(tenant)
  const outcomes = await Promise.all(
    [80, 90].map((quantity) => outcomeOf(decide(tenant.verifier, verificationId, { quantity }))),
  )
  expect(outcomes.sort()).toEqual(['conflict', 'ok'])
})

test('the list holds the own projects, what is assigned, and all for a tenant admin', async () => {
  const tenant = await aTenant()
  const other = await aTenant()
  await aRequestedVerification(tenant)
  const count = async (caller: Caller) => (await verificationsFor(caller, tenant.tenant.id)).length
  for (const caller of [tenant.proponent, tenant.accountAdmin, tenant.measurer, tenant.verifier, tenant.tenantAdmin]) {
    expect(await count(caller)).toBe(1)
  }
  expect(await count(tenant.buyer)).toBe(0)
  expect(await outcomeOf(verificationsFor(tenant.visitor, tenant.tenant.id))).toBe('unauthenticated')
  expect(await outcomeOf(verificationsFor(other.tenantAdmin, tenant.tenant.id))).toBe('not_found')
})

test('the verification providers of the tenant are listed', async () => {
  const { proponent } = await aTenant()
  const { items } = await proponent.call(listVerificationProviders, { query: { q: 'VERIF' } })
  expect(items).toEqual([{ accountId: 'verifier', name: 'The verifier', country: 'KE' }])
})
