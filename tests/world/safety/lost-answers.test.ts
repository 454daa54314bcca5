import { beforeAll, describe, expect, test } from 'vitest'
import { decideAccount } from '#shared/contract/accounts.ts'
import { joinBeneficiaries, partBeneficiary } from '#shared/contract/beneficiaries.ts'
import { takesKey } from '#shared/contract/calls.ts'
import { endpoints } from '#shared/contract/index.ts'
import { decideMethodology, updateMethodology } from '#shared/contract/methodologies.ts'
import { outcome } from '#shared/contract/outcomes.ts'
import { acceptInvitation, declineInvitation, leaveAccount } from '#shared/contract/own-accounts.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { liftStop } from '#shared/contract/stops.ts'
import { inviteUser, resendInvitation } from '#shared/contract/users.ts'
import { answerFinding, stateYears } from '#shared/contract/verifications.ts'
import { groupName } from '#shared/rules/groups.ts'
import { type Cast, type Player, theCast } from '#tests/conformance/cast-of-cells.ts'
import { rows } from '#tests/conformance/cells.ts'
import { type Request, type Row, row } from '#tests/conformance/row.ts'
import type { Side } from '#tests/conformance/sides.ts'
import { answerTo } from '#tests/conformance/trying.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aProxy } from '#tests/kit/proxy.ts'
import { differences, stateOf } from './state.ts'

/** A proxy cuts the first answer to every changing call: a repetition with its key has one effect and one answer. */
let cast: Cast
let proxy: Awaited<ReturnType<typeof aProxy>>
const done = new Set<string>()

beforeAll(async () => {
  cast = await theCast()
  proxy = await aProxy(cast.world.baseUrl)
}, 120_000)

/** Form bodies are read anew for each request. */
const under = (key: string, request: Request): Request => ({ ...request, headers: { 'idempotency-key': key } })

/** Rows that no initial state allows, ordered so that each prepares the next. */
const further: Row[] = [
  row(updateMethodology, 'proposal', async ({ tenant: { world }, pendingMethodologyId: methodologyId }) => {
    await world.sql`update methodology set status = 'draft' where id = ${methodologyId}`
    return { params: { methodologyId }, body: { description: 'Rewetting, and what comes of it.' } }
  }),
  row(decideMethodology, 'proposal', ({ pendingMethodologyId: methodologyId }) => ({
    params: { methodologyId },
    body: { act: 'submit' },
  })),
  row(answerFinding, 'measurement', ({ findingId }) => ({
    params: { findingId },
    body: { act: 'respond', words: 'It was counted once.' },
  })),
  row(stateYears, 'opinion', async ({ tenant: { world }, openVerificationId: verificationId }) => {
    await world.sql`
      update measurement set period = '[2028-12-31,2029-01-02)'
      where id = (select measurement_id from verification where id = ${verificationId})`
    await world.sql`update verification set status = 'verified', quantity = 5, by_year = null where id = ${verificationId}`
    const byYear = [
      { year: 2028, quantity: 2 },
      { year: 2029, quantity: 3 },
    ]
    return { params: { verificationId }, body: { byYear } }
  }),
  row(resendInvitation, 'account', async ({ tenant: { tenantAdmin }, accountId }) => {
    const body = { firstName: 'Amina', lastName: 'Said', email: `${crypto.randomUUID()}@registry.test`, accountId }
    return { body: { username: (await tenantAdmin.call(inviteUser, { body })).username } }
  }),
  row(decideProject, 'published', ({ publishedId }) => ({
    params: { projectId: publishedId },
    body: { act: 'suspend', reason: 'A question is open.' },
  })),
  row(joinBeneficiaries, 'caller', async (side) => {
    const [name, into] = [await aBeneficiary(side), await aBeneficiary(side)]
    return { body: { name, into, reason: 'One company.' } }
  }),
  row(partBeneficiary, 'caller', async (side) => {
    const name = await aBeneficiary(side)
    await aBeneficiary(side, name.toUpperCase())
    return { body: { name, reason: 'Two companies.' } }
  }),
  row(liftStop, 'account', async ({ tenant: { world }, tenantId, accountId, aUser }) => {
    const { username } = await aUser()
    await world.sql`
      update account set stopped_at = now(), stopped_by = ${username} where tenant_id = ${tenantId} and id = ${accountId}`
    return { params: { accountId }, body: { reason: 'We called each other.' } }
  }),
  row(declineInvitation, 'nobody', anInvitation),
  row(acceptInvitation, 'nobody', anInvitation),
  row(decideAccount, 'tenant', ({ accountId }) => ({
    params: { accountId },
    body: { act: 'suspend', reason: 'A question is open.' },
  })),
  // Last, as the member loses the account.
  row(leaveAccount, 'account', async ({ tenant: { world }, tenantId, accountId }) => {
    await world.sql`
      update app_user set groups = groups || ${[groupName({ tenantId, accountId: 'buyer', role: 'General' })]}::text[]
      where tenant_id = ${tenantId} and account_id = ${accountId}`
    return { params: { accountId } }
  }),
]

/** To the newcomer. */
async function anInvitation({ tenant: { world, newcomer }, tenantId, accountId }: Side): Promise<Request> {
  await world.sql`
    insert into app_user (tenant_id, username, account_id, email, first_name, last_name, groups, is_only_asked)
    values (${tenantId}, ${crypto.randomUUID()}, ${accountId}, ${newcomer.email}, 'New', 'Comer',
      array[${groupName({ tenantId, accountId, role: 'General' })}], true) on conflict do nothing`
  const [invitation] = await world.sql<{ username: string }[]>`
    select username from app_user where tenant_id = ${tenantId} and account_id = ${accountId} and is_only_asked
      and email = ${newcomer.email} and status <> 'DELETED'`
  return { params: { invitationId: invitation?.username ?? '' } }
}

async function aBeneficiary(
  { tenantId, tenant: { world } }: Side,
  name = `Company ${crypto.randomUUID()}`,
): Promise<string> {
  await world.sql`insert into beneficiary_sum (tenant_id, name, claims, units) values (${tenantId}, ${name}, 1, 1)`
  return name
}

const keyed = [...rows, ...further].filter(({ endpoint }) => takesKey(endpoint))

function otherThan({ form, ...request }: Request): Request {
  // The other request must be valid: more units, or other readers.
  const written = JSON.stringify(request.body ?? {})
  const other = written.replaceAll('"quantity":1', '"quantity":2').replaceAll('"isPublic":false', '"isPublic":true')
  const body = other === written ? { ...Object(request.body), another: true } : JSON.parse(other)
  if (!form) return { ...request, body }
  const longer = new FormData()
  for (const [name, value] of form) {
    if (typeof value === 'string') longer.append(name, value)
    else longer.append(name, new Blob([value, 'longer'], { type: value.type }), value.name)
  }
  return { ...request, form: longer }
}

/** The constant part of an answer; a movement's settlement changes. */
function lasting({ endpoint }: Row, text: string): unknown {
  const answer = JSON.parse(text)
  return endpoint.repeats === 'movement' ? answer.transactionId : answer
}

async function madeBySomebody(row: Row, key: string) {
  for (const player of cast.players) {
    const through = {
      caller: callerAt(proxy.url.replace(/\/$/, ''), 'token' in player.caller ? player.caller.token : null),
    }
    for (const side of cast.sides) {
      const request = under(key, await row.aim(side, player.actor.accountIds[0] ?? null))
      proxy.cutNextDone()
      const answer = await answerTo(through, row, request).catch(() => null)
      if (answer === null) return { player, tenantId: side.tenantId, request }
    }
  }
  return null
}

const requestedBy = async (player: Player, key: string) => {
  const answer = await player.caller.fetch(`/api/outcome?key=${key}`)
  return outcome.parse(await answer.json())
}

describe('repeated with its key after its answer was cut', () => {
  test.each(keyed.map((row) => [row.name, row] as const))('%s', { timeout: 60_000 }, async (_name, row) => {
    const key = crypto.randomUUID()
    const made = await madeBySomebody(row, key)
    if (!made) return
    const { player, tenantId, request } = made
    const { sql } = cast.world
    const before = await stateOf(sql, tenantId)
    const { status, text } = await answerTo(player, row, request)
    expect(status).toBe(row.endpoint.status)
    const again = await answerTo(player, row, request)
    expect([again.status, lasting(row, again.text)]).toEqual([status, lasting(row, text)])
    expect(differences(before, await stateOf(sql, tenantId))).toEqual([])
    expect(await answerTo(player, row, under(key, otherThan(request)))).toMatchObject({
      status: 422,
      text: expect.stringContaining('"idempotency_mismatch"'),
    })
    expect(differences(before, await stateOf(sql, tenantId))).toEqual([])
    const requested = await requestedBy(player, key)
    expect(requested).toMatchObject({ isDone: true, call: row.endpoint.name })
    if (row.endpoint.repeats !== 'movement') expect(requested.answer).toEqual(JSON.parse(text))
    const others = cast.players.filter((each) => each.actor.userId !== null && each !== player)
    for (const other of others.slice(0, 2))
      expect(await requestedBy(other, key)).toMatchObject({ isDone: false, answer: null })
    done.add(row.endpoint.name)
  })
})

test('every call that takes a key was tried', () => {
  const all = endpoints.filter(takesKey).map(({ name }) => name)
  expect(all.filter((name) => !done.has(name))).toEqual([])
})
