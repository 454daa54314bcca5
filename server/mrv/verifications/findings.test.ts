import { describe, expect, test } from 'vitest'
import { addDocument, listDocuments } from '#shared/contract/documents.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import {
  answerFinding,
  decideVerification,
  type Finding,
  listFindings,
  openFinding,
  planVisit,
  readVerification,
  readVerificationHistory,
  startVerification,
} from '#shared/contract/verifications.ts'
import { actsIn, statesOf } from '#shared/rules/lifecycle/machine.ts'
import { findingMachine, verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import { anApprovedProject, aRequestedVerification, aStatement } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const declaration = { declaration: 'We advise none of the sides.', noConflictOfInterest: true } as const

const start = (caller: Caller, verificationId: string) =>
  caller.call(startVerification, { params: { verificationId }, body: declaration })
const visit = (caller: Caller, verificationId: string) =>
  caller.call(planVisit, { params: { verificationId }, body: { visitStart: '2025-02-03', visitEnd: '2025-02-05' } })
const find = (caller: Caller, verificationId: string, more: Partial<BodyOf<typeof openFinding>> = {}) =>
  caller.call(openFinding, {
    params: { verificationId },
    body: { type: 'CAR', words: 'Plot 4 was counted twice.', ownerSide: 'proponent', ...more },
  })
const writeFinding = (caller: Caller, findingId: string, act: Finding['acts'][number], words = 'As agreed.') =>
  caller.call(answerFinding, { params: { findingId }, body: { act, words } })
const decide = (caller: Caller, verificationId: string, opinion: Partial<BodyOf<typeof decideVerification>> = {}) =>
  caller.call(decideVerification, {
    params: { verificationId },
    body: { outcome: 'verified', quantity: 100, statement: 'In order.', ...opinion },
  })
const statusOf = async (caller: Caller, verificationId: string) =>
  (await caller.call(readVerification, { params: { verificationId } })).status

/** For 100 measured units. */
async function aBegunVerification(tenant: TenantOfTest, projectId?: string, year?: number): Promise<string> {
  const { verificationId } = await aRequestedVerification(tenant, { quantity: 100, projectId, year })
  await start(tenant.verifier, verificationId)
  return verificationId
}

describe('beginning', () => {
  test('takes the verifier’s declaration in its own words, once, and tells both sides', async () => {
    const tenant = await aTenant()
    const { verificationId } = await aRequestedVerification(tenant, { quantity: 100 })
    const begun = await start(tenant.verifier, verificationId)
    expect(begun).toMatchObject({ status: 'in progress', declaration: declaration.declaration })
    expect(begun.acts).toEqual(['planVisit', 'openFinding', 'verify', 'refuse'])
    expect(await outcomeOf(start(tenant.verifier, verificationId))).toBe('conflict')
    const notices = await tenant.world.sql<{ username: string }[]>`
      select username from notice where tenant_id = ${tenant.tenant.id} and kind = 'verification.start'`
    const sides = [tenant.accountAdmin, tenant.proponent, tenant.measurer].map(({ username }) => username)
    expect(notices.map(({ username }) => username).sort()).toEqual(sides.sort())
  })

  test.each(['proponent', 'measurer'])(
    'is nobody’s of an organisation with somebody who is also of the %s',
    async (side) => {
      const tenant = await aTenant()
      const { verificationId } = await aRequestedVerification(tenant, { quantity: 100 })
      const general = (account: string) => `${tenant.tenant.id}|${account}|General`
      await tenant.addPerson([general('verifier'), general(side)], side)
      await expect(start(tenant.verifier, verificationId)).rejects.toMatchObject({
        code: 'conflict_of_interest',
        message: expect.stringContaining('Somebody of your organisation'),
      })
      const { acts } = await tenant.verifier.call(readVerification, { params: { verificationId } })
      expect(acts).toEqual([])
      expect(await outcomeOf(decide(tenant.verifier, verificationId, { noConflictOfInterest: true }))).toBe(
        'conflict_of_interest',
      )
      await tenant.world.sql`
      update app_user set status = 'DELETED' where tenant_id = ${tenant.tenant.id} and account_id = ${side}`
      expect(await outcomeOf(start(tenant.verifier, verificationId))).toBe('ok')
    },
  )

  test('the visit to the site is on the page', async () => {
    const tenant = await aTenant()
    const verificationId = await aBegunVerification(tenant)
    expect(await visit(tenant.verifier, verificationId)).toMatchObject({
      visitStart: '2025-02-03',
      visitEnd: '2025-02-05',
      status: 'in progress',
    })
    expect(await outcomeOf(visit(tenant.proponent, verificationId))).toBe('forbidden')
  })
})

describe('a finding', () => {
  test('is a thread: its owner answers, the verifier asks again and closes it, and the verification goes on', async () => {
    const tenant = await aTenant()
    const verificationId = await aBegunVerification(tenant)
    const { findingId, name } = await find(tenant.verifier, verificationId, { dueDate: '2025-01-31' })
    expect(name).toBe('CAR 1')
    expect(await statusOf(tenant.proponent, verificationId)).toBe('findings open')
    await writeFinding(tenant.proponent, findingId, 'respond', 'Plot 4 and plot 5 are two.')
    await writeFinding(tenant.verifier, findingId, 'ask', 'Where is the map?')
    await writeFinding(tenant.proponent, findingId, 'respond', 'Here it is.')
    await writeFinding(tenant.proponent, findingId, 'respond', 'And its coordinates.')
    const closed = await writeFinding(tenant.verifier, findingId, 'close', 'Seen.')
    expect(closed).toMatchObject({ status: 'closed', owner: 'The proponent', acts: [], overdue: false })
    expect(closed.messages.map(({ act, account, words }) => [act, account, words])).toEqual([
      ['respond', 'The proponent', 'Plot 4 and plot 5 are two.'],
      ['ask', 'The verifier', 'Where is the map?'],
      ['respond', 'The proponent', 'Here it is.'],
      ['respond', 'The proponent', 'And its coordinates.'],
      ['close', 'The verifier', 'Seen.'],
    ])
    expect(await statusOf(tenant.verifier, verificationId)).toBe('in progress')
    await aStatement(tenant, verificationId)
    expect(await decide(tenant.verifier, verificationId)).toMatchObject({ status: 'verified', openFindings: 0 })
    const { items } = await tenant.measurer.call(readVerificationHistory, { params: { verificationId } })
    expect(items.map(({ act, about }) => `${act.split('.')[1]} ${about ?? ''}`.trim())).toEqual([
      'request',
      'start',
      'openFinding CAR 1',
      'respond CAR 1',
      'ask CAR 1',
      'respond CAR 1',
      'respond CAR 1',
      'close CAR 1',
      'closeFindings',
      'document',
      'verify',
    ])
  })

  test('that is open keeps everything from being verified, and only from that', async () => {
    const tenant = await aTenant()
    const verificationId = await aBegunVerification(tenant)
    const first = await find(tenant.verifier, verificationId)
    const second = await find(tenant.verifier, verificationId, { type: 'CL', ownerSide: 'measurer' })
    expect(second.name).toBe('CL 2')
    await writeFinding(tenant.verifier, first.findingId, 'close')
    await expect(decide(tenant.verifier, verificationId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('findings open'),
    })
    expect(await decide(tenant.verifier, verificationId, { outcome: 'not verified' })).toMatchObject({
      status: 'not verified',
      openFindings: 1,
    })
    expect(await outcomeOf(writeFinding(tenant.measurer, second.findingId, 'respond'))).toBe('conflict')
  })

  test('is answered by the side that owns it, and judged by the verifier alone', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    const verificationId = await aBegunVerification(tenant)
    const { findingId } = await find(tenant.verifier, verificationId, { ownerSide: 'measurer' })
    const callers = {
      visitor: tenant.visitor,
      proponent: tenant.proponent,
      tenantAdmin: tenant.tenantAdmin,
      buyer: tenant.buyer,
      elsewhere: other.measurer,
      measurer: tenant.measurer,
    }
    const outcomes: Record<string, string[]> = {}
    for (const [name, caller] of Object.entries(callers)) {
      outcomes[name] = [
        await outcomeOf(writeFinding(caller, findingId, 'close')),
        await outcomeOf(writeFinding(caller, findingId, 'respond')),
      ]
    }
    expect(outcomes).toEqual({
      visitor: ['unauthenticated', 'unauthenticated'],
      proponent: ['forbidden', 'forbidden'],
      tenantAdmin: ['forbidden', 'forbidden'],
      buyer: ['not_found', 'not_found'],
      elsewhere: ['not_found', 'not_found'],
      measurer: ['forbidden', 'ok'],
    })
    expect(await outcomeOf(writeFinding(tenant.verifier, findingId, 'respond'))).toBe('forbidden')
  })

  test('tells whoever it waits for, each time', async () => {
    const tenant = await aTenant()
    const verificationId = await aBegunVerification(tenant)
    const { findingId } = await find(tenant.verifier, verificationId, { ownerSide: 'measurer' })
    await writeFinding(tenant.measurer, findingId, 'respond')
    await writeFinding(tenant.verifier, findingId, 'ask')
    await writeFinding(tenant.verifier, findingId, 'close')
    const notices = await tenant.world.sql<{ username: string; kind: string }[]>`
      select username, kind from notice
      where tenant_id = ${tenant.tenant.id} and facts ? 'finding' order by sequence`
    expect(notices.map(({ username, kind }) => [username, kind])).toEqual([
      [tenant.measurer.username, 'verification.openFinding'],
      [tenant.verifier.username, 'verification.respond'],
      [tenant.measurer.username, 'verification.ask'],
      [tenant.measurer.username, 'verification.close'],
    ])
  })

  test('for the next period is closed with the note that the next verification begins with', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    const before = await aBegunVerification(tenant, projectId, 2024)
    const far = await find(tenant.verifier, before, { type: 'FAR', words: 'The scales are old.' })
    await writeFinding(tenant.verifier, far.findingId, 'close', 'Look at the new scales.')
    const after = await aBegunVerification(tenant, projectId, 2025)
    const found = await tenant.verifier.call(listFindings, { params: { verificationId: after } })
    expect(found.items).toEqual([])
    expect(found.carried).toMatchObject([
      {
        name: 'FAR 1',
        words: 'The scales are old.',
        messages: [{ act: 'close', words: 'Look at the new scales.' }],
        acts: [],
      },
    ])
    const earlier = await tenant.verifier.call(listFindings, { params: { verificationId: before } })
    expect(earlier.carried).toEqual([])
  })

  test('answered by two at once is closed once', async () => {
    const tenant = await aTenant()
    const verificationId = await aBegunVerification(tenant)
    const { findingId } = await find(tenant.verifier, verificationId)
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(writeFinding(tenant.verifier, findingId, 'close'))))
    expect(outcomes.sort()).toEqual(['conflict', 'ok'])
    expect(await statusOf(tenant.verifier, verificationId)).toBe('in progress')
  })

  test('every act in every state follows the table of states', async () => {
    const tenant = await aTenant()
    const { sql } = tenant.world
    const verificationId = await aBegunVerification(tenant)
    const { findingId } = await find(tenant.verifier, verificationId)
    for (const status of statesOf(findingMachine)) {
      for (const act of ['respond', 'ask', 'close'] as const) {
        await sql`update verification set status = 'findings open' where id = ${verificationId}`
        await sql`
          update finding set status = ${status}, closed_at = ${status === 'closed' ? new Date() : null} where id = ${findingId}`
        const done = outcomeOf(writeFinding(act === 'respond' ? tenant.proponent : tenant.verifier, findingId, act))
        const expected = actsIn(findingMachine, status).includes(act) ? 'ok' : 'conflict'
        expect(`${act} when ${status}: ${await done}`).toBe(`${act} when ${status}: ${expected}`)
      }
    }
  })
})

test('every step of a verification in every state follows the table of states', async () => {
  const tenant = await aTenant()
  const { sql } = tenant.world
  const { verificationId } = await aRequestedVerification(tenant, { quantity: 100 })
  await aStatement(tenant, verificationId)
  const steps = {
    start: () => start(tenant.verifier, verificationId),
    planVisit: () => visit(tenant.verifier, verificationId),
    openFinding: () => find(tenant.verifier, verificationId),
    verify: () => decide(tenant.verifier, verificationId),
    refuse: () => decide(tenant.verifier, verificationId, { outcome: 'not verified' }),
  }
  for (const status of statesOf(verificationMachine)) {
    for (const [act, step] of Object.entries(steps)) {
      // verifications.test.ts covers opinions on requested verifications.
      if (status === 'requested' && ['verify', 'refuse'].includes(act)) continue
      await sql`update verification set status = ${status}, quantity = 1 where id = ${verificationId}`
      const expected = actsIn(verificationMachine, status).some((known) => known === act) ? 'ok' : 'conflict'
      expect(`${act} when ${status}: ${await outcomeOf(step())}`).toBe(`${act} when ${status}: ${expected}`)
    }
  }
})

test('what somebody has begun is not verified before the signed statement is there', async () => {
  const tenant = await aTenant()
  const verificationId = await aBegunVerification(tenant)
  await expect(decide(tenant.verifier, verificationId)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('signed statement'),
  })
  await aStatement(tenant, verificationId)
  expect(await decide(tenant.verifier, verificationId)).toMatchObject({ status: 'verified' })
})

test('evidence for a finding comes from its owner and the verifier while it is open, and is read by the sides', async () => {
  const tenant = await aTenant()
  const verificationId = await aBegunVerification(tenant)
  const { findingId } = await find(tenant.verifier, verificationId)
  const add = (caller: Caller) => {
    const form = new FormData()
    const fields = { subjectKind: 'finding', subjectId: findingId, title: 'Map of plot 4', isPublic: 'false' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('document', new Blob(['%PDF-1.7\n']), 'map.pdf')
    return outcomeOf(caller.call(addDocument, { form }))
  }
  const list = (caller: Caller) =>
    caller.call(listDocuments, { query: { subjectKind: 'finding', subjectId: findingId, tenantId: tenant.tenant.id } })
  expect(await add(tenant.measurer)).toBe('forbidden')
  expect(await add(tenant.buyer)).toBe('not_found')
  expect(await add(tenant.proponent)).toBe('ok')
  expect(await add(tenant.verifier)).toBe('ok')
  expect((await list(tenant.measurer)).items).toMatchObject([{ version: 2 }, { version: 1 }])
  expect(await outcomeOf(list(tenant.buyer))).toBe('not_found')
  expect(await outcomeOf(list(tenant.visitor))).toBe('not_found')
  await writeFinding(tenant.verifier, findingId, 'close')
  expect(await add(tenant.proponent)).toBe('conflict')
})

describe('less than was measured', () => {
  test('is verified with a reason, which is kept', async () => {
    const tenant = await aTenant()
    const verificationId = await aBegunVerification(tenant)
    await aStatement(tenant, verificationId)
    await expect(decide(tenant.verifier, verificationId, { quantity: 90 })).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'quantityReason' }],
    })
    const reason = { quantity: 90, quantityReason: 'Ten have no record.' }
    expect(await decide(tenant.verifier, verificationId, reason)).toMatchObject(reason)
  })

  test('in one step, the statement says why', async () => {
    const tenant = await aTenant()
    const { verificationId } = await aRequestedVerification(tenant, { quantity: 100 })
    const opinion = { quantity: 90, statement: 'Ten have no record.', noConflictOfInterest: true } as const
    expect(await decide(tenant.verifier, verificationId, opinion)).toMatchObject({
      quantityReason: 'Ten have no record.',
    })
    const other = await aRequestedVerification(await aTenant(), { quantity: 100 })
    expect(other.quantityReason).toBeNull()
  })
})
