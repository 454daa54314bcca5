import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOfDatabase } from '#server/infra/db/database.ts'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { transfer } from '#server/units/ledger/movements.ts'
import { listAccounts, readAccount } from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { decidePending, readPending } from '#shared/contract/pending.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { liftStop, stopAccount, stopByLink } from '#shared/contract/stops.ts'
import { burnUnits, listBalances, mintUnits, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { stopPath } from '#shared/rules/account-stop.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anIssuedAsset, aVerifiedQuantity, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Person } from '#tests/kit/person.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'

ownWorld()

let tenant: TenantOfTest
let assetId: string
beforeEach(async () => {
  tenant = await aTenant()
  ;({ assetId } = await anIssuedAsset(tenant, { quantity: 300 }))
  await transferred(tenant, { assetId, quantity: 10, toAccountId: 'buyer' })
})

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => {
      const failure = failureOfDatabase(error) ?? error
      return failure instanceof Error && 'refusal' in failure
        ? [Reflect.get(failure, 'code'), Reflect.get(Object(failure.refusal), 'reason')]
        : error
    },
  )
const stopped = ['account_not_active', 'units.senderStopped']
const stopOf = async (person: Person) => (await person.call(readAccount)).stop
const lift = (person: Pick<Person, 'call'>, accountId = 'proponent') =>
  person.call(liftStop, { params: { accountId }, body: { reason: 'We called each other.' } })

const general = ({ tenant: { id: tenantId } }: TenantOfTest) =>
  groupName({ tenantId, accountId: 'proponent', role: 'General' })

describe('while an account is stopped', () => {
  test('its acts that waited have ended, with their units free', async () => {
    const { proponent, accountAdmin, buyer, tenantAdmin } = tenant
    await tenantAdmin.call(changeSettings, { body: { acceptsTransfers: true } })
    const body = { toAccountId: 'buyer', items: [{ assetId, quantity: 7 }] }
    const [one, two] = [await proponent.wait(transferUnits, { body }), await proponent.wait(transferUnits, { body })]
    const accepting = {
      params: { pendingId: two.pendingId },
      body: { decision: 'proceed', waitsFor: 'acceptance' },
    } as const
    const both = await Promise.all([
      accountAdmin.call(stopAccount, { body: {} }),
      refusalOf(buyer.call(decidePending, accepting)),
    ])
    const outcomes = [one, two].map(
      async ({ pendingId }) => (await proponent.call(readPending, { params: { pendingId } })).outcome,
    )
    const [first, second] = await Promise.all(outcomes)
    expect(first).toBe('failed')
    expect([second, both[1]]).toEqual(second === 'done' ? ['done', 'done'] : ['failed', ['conflict', 'pending.ended']])
    const held = await buyer.call(listBalances, { query: { accountId: 'buyer' } })
    expect(held.items[0]?.balance).toBe(second === 'done' ? 17 : 10)
    const left = await proponent.call(listBalances, { query: { accountId: 'proponent' } })
    expect(left.items[0]).toMatchObject({ locked: 0, balance: second === 'done' ? 283 : 290 })
  })

  test('no unit leaves it by a transfer, a claim or a burn, and all are told since when', async () => {
    const { proponent, tenantAdmin, accountAdmin } = tenant
    const items = [{ assetId, quantity: 1 }]
    const repeated = { headers: { 'idempotency-key': 'before' }, body: { toAccountId: 'buyer', items } }
    const before = await proponent.call(transferUnits, repeated)
    await accountAdmin.call(stopAccount, { body: { reason: 'A stranger called.' } })
    const anonymous = { items, beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true } as const
    expect([
      await refusalOf(proponent.call(transferUnits, { body: { toAccountId: 'buyer', items } })),
      await refusalOf(proponent.call(createClaim, { body: anonymous })),
      await refusalOf(tenantAdmin.call(burnUnits, { body: { accountId: 'proponent', items, reason: 'Twice.' } })),
      await refusalOf(proponent.call(previewMovement, { body: { items } })),
      await refusalOf(tenantAdmin.call(previewMovement, { body: { accountId: 'proponent', items } })),
    ]).toEqual([stopped, stopped, stopped, stopped, stopped])
    expect(await proponent.call(transferUnits, repeated), 'made before').toEqual(before)
    const failure: unknown = await proponent
      .call(transferUnits, { body: { toAccountId: 'buyer', items } })
      .catch((e) => e)
    expect(failure).toMatchObject({ refusal: { facts: { since: new Date().toISOString().slice(0, 10) } } })
  })

  test('it receives transfers and issuances', async () => {
    const { buyer, proponent, accountAdmin } = tenant
    await accountAdmin.call(stopAccount, { body: {} })
    await buyer.call(transferUnits, { body: { toAccountId: 'proponent', items: [{ assetId, quantity: 2 }] } })
    const { verificationId } = await aVerifiedQuantity(tenant, { quantity: 5 })
    expect((await proponent.call(mintUnits, { body: { verificationId, quantity: 5 } })).quantity).toBe(5)
  })

  test('a second stop answers the same, and changes and tells nothing', async () => {
    const { proponent, accountAdmin } = tenant
    const first = await proponent.call(stopAccount, { body: { reason: 'My phone is gone.' } })
    const second = await accountAdmin.call(stopAccount, { body: { reason: 'So I hear.' } })
    expect(second.stop).toEqual({ ...first.stop, mayLift: true })
    expect(first.stop).toMatchObject({
      by: 'Test proponent',
      isByLink: false,
      reason: 'My phone is gone.',
      mayLift: false,
    })
    const { items } = await accountAdmin.call(listAudit, { query: { act: 'account.stop' } })
    expect(items).toMatchObject([{ subject: 'account:proponent', after: { reason: 'My phone is gone.' } }])
  })

  test('its people and the registry’s admins are told of the stop and of its end, and others see neither', async () => {
    const { proponent, accountAdmin, tenantAdmin, buyer } = tenant
    await proponent.call(stopAccount, { body: { reason: 'My phone is gone.' } })
    const listed = async (person: Person) =>
      (await person.call(listAccounts, { query: { q: 'proponent' } })).items.find(
        (each) => each.accountId === 'proponent',
      )?.stop
    expect(await listed(tenantAdmin)).toMatchObject({ by: 'Test proponent', mayLift: true })
    expect(await listed(buyer)).toBeNull()
    await lift(tenantAdmin)
    expect(await listed(tenantAdmin)).toBeNull()
    for (const person of [proponent, accountAdmin, tenantAdmin]) {
      const told = (await person.call(listNotices)).items.filter(({ kind }) => kind.startsWith('account.'))
      expect(told.map(({ kind, facts }) => [kind, facts.by, facts.reason])).toEqual([
        ['account.liftStop', 'Test operator', 'We called each other.'],
        ['account.stop', 'Test proponent', 'My phone is gone.'],
      ])
    }
    expect((await buyer.call(listNotices)).items.filter(({ kind }) => kind.startsWith('account.'))).toEqual([])
  })
})

test('of a stop and 200 movements at once, none is made after the stop', async () => {
  const { world, proponent, accountAdmin } = tenant
  const { sql } = world.deps
  const tenantId = tenant.tenant.id
  const actor = { userId: proponent.username, tenantId, accountIds: ['proponent'], adminOf: [], isTenantAdmin: false }
  const order = {
    actor: { ...actor, address: '::1', requestId: 'test' },
    idempotency: { key: null, requestHash: Buffer.alloc(32) },
  }
  const made = async () => {
    const [row] = await world.sql<{ count: number; last: bigint }[]>`
      select count(*)::int as count, max(sequence) as last from transaction
      where tenant_id = ${tenantId} and from_account = 'proponent'`
    return row
  }
  const one = { from: 'proponent', to: 'buyer', items: [{ assetId, quantity: 1 }], reason: null }
  const movements = Array.from({ length: 200 }, () => refusalOf(transfer(sql, order, one)))
  await Promise.race(movements)
  await accountAdmin.call(stopAccount, { body: {} })
  const atStop = await made()
  const outcomes = await Promise.all(movements)
  expect(await made()).toEqual(atStop)
  expect(outcomes.filter((each) => each !== 'done')).toEqual(
    Array.from({ length: 200 - outcomes.filter((each) => each === 'done').length }, () => stopped),
  )
  const [stop] = (await accountAdmin.call(listAudit, { query: { act: 'account.stop' } })).items
  expect(Number(atStop?.last)).toBeLessThan(stop?.sequence ?? 0)
})

test('who lifts a stop', async () => {
  const { proponent, buyer, accountAdmin, tenantAdmin, newcomer, visitor, addPerson } = tenant
  const tenantId = tenant.tenant.id
  const secondAdmin = await addPerson(
    [general(tenant), groupName({ tenantId, accountId: 'proponent', role: 'AccountAdmin' })],
    'proponent',
  )
  const ownRegistryAdmin = await addPerson(
    [general(tenant), groupName({ tenantId, accountId: null, role: 'TenantAdmin' })],
    'proponent',
  )
  const elsewhere = (await aTenant()).tenantAdmin
  const none = ['conflict', 'stop.none']
  expect(await refusalOf(lift(accountAdmin))).toEqual(none)
  await accountAdmin.call(stopAccount, { body: {} })
  const outcomes = {
    visitor: await refusalOf(lift(visitor)),
    newcomer: await refusalOf(lift(newcomer)),
    member: await refusalOf(lift(proponent)),
    'admin who stopped it': await refusalOf(lift(accountAdmin)),
    'member of another account': await refusalOf(lift(buyer)),
    'registry’s admin of the own account': await refusalOf(lift(ownRegistryAdmin)),
    'admin of another registry': await refusalOf(lift(elsewhere)),
    'another admin': await refusalOf(lift(secondAdmin)),
  }
  expect(outcomes).toEqual({
    visitor: ['unauthenticated', undefined],
    newcomer: ['forbidden', 'access.role'],
    member: ['forbidden', 'access.role'],
    'admin who stopped it': ['forbidden', 'stop.own'],
    'member of another account': ['forbidden', 'access.role'],
    'registry’s admin of the own account': ['own_work', undefined],
    // Who finds the account of this name in the own registry.
    'admin of another registry': none,
    'another admin': 'done',
  })
  await secondAdmin.call(stopAccount, { body: {} })
  expect(await refusalOf(lift(tenantAdmin))).toBe('done')
  expect(await stopOf(proponent)).toBeNull()
})

describe('the link in a letter of a movement', () => {
  let box: PostBox
  beforeEach(async () => {
    box = await startPostBox()
  })
  afterEach(() => box.stop())

  /** The token in the letter of a transfer by the proponent to the buyer. */
  async function tokenTo(person: Person): Promise<string> {
    const { world } = tenant
    await world.linked()
    await deliverNotices({
      sql: world.sql,
      config: world.config,
      mail: connectMail(box.url, 'contact@registry.test'),
      log: world.deps.log,
    })
    const texts = box.letters.filter(({ to }) => to.includes(person.email)).map(({ text }) => text)
    return new RegExp(`${world.baseUrl}/stop#(\\S+)`).exec(texts.join())?.[1] ?? ''
  }
  const post = (token: string) => tenant.visitor.call(stopByLink, { body: { token } })

  test('stops the reader’s own account without a sign-in, and opening it stops nothing', async () => {
    const { buyer, proponent, accountAdmin, visitor, world } = tenant
    const token = await tokenTo(accountAdmin)
    const received = await tokenTo(buyer)
    expect(new Set([token, received, '']).size, 'one token for each person').toBe(3)
    const rows = await world.sql<{ row: string }[]>`select l::text as row from stop_link l`
    expect(rows.some(({ row }) => row.includes(token.split('.')[1] ?? ''))).toBe(false)

    const opened = await visitor.fetch('/stop', { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, stopPath])
    expect((await visitor.fetch(`/api/account/stop-by-link?token=${token}`)).status).toBe(404)
    expect(await stopOf(proponent)).toBeNull()

    expect(await post(token)).toMatchObject({ account: 'The proponent' })
    expect(await stopOf(proponent)).toMatchObject({ by: 'Test proponent', isByLink: true, reason: null })
    expect(await stopOf(buyer)).toBeNull()
    const [line] = (await accountAdmin.call(listAudit, { query: { act: 'account.stopByLink' } })).items
    expect(line).toMatchObject({ actor: accountAdmin.username, subject: 'account:proponent' })
    expect((await proponent.call(listNotices)).items[0]?.kind).toBe('account.stopByLink')
    expect(await refusalOf(lift(accountAdmin)), 'whose letter it was').toEqual(['forbidden', 'stop.own'])
    expect(await post(received)).toMatchObject({ account: 'The buyer' })
    expect(await stopOf(buyer)).toMatchObject({ isByLink: true })
  })

  test('stops once: repeated it answers the same, and is refused after the stop was lifted', async () => {
    const token = await tokenTo(tenant.accountAdmin)
    const first = await post(token)
    expect(await post(token)).toEqual(first)
    await lift(tenant.tenantAdmin)
    expect(await refusalOf(post(token))).toEqual(['forbidden', 'stop.used'])
    expect(await stopOf(tenant.proponent)).toBeNull()
  })

  test('is refused when it is wrong, has ended, or its reader has left the account', async () => {
    const { accountAdmin, proponent, world } = tenant
    const token = await tokenTo(accountAdmin)
    const gone = ['not_found', 'noSuch.stopLink']
    expect(await refusalOf(post(token.slice(1)))).toEqual(gone)
    expect(await refusalOf(post(`${tenant.tenant.id}.${'A'.repeat(43)}`))).toEqual(gone)
    expect(await refusalOf(post(''))).toEqual(gone)
    await world.sql`update app_user set groups = '{}' where username = ${accountAdmin.username}`
    expect(await refusalOf(post(token))).toEqual(['forbidden', 'stop.left'])
    await world.sql`update stop_link set ends_at = now() where username = ${accountAdmin.username}`
    expect(await refusalOf(post(token))).toEqual(['forbidden', 'stop.ended'])
    expect(await stopOf(proponent)).toBeNull()
  })
})
