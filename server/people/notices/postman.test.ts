import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { siteOf } from '#server/people/tenants/sites.ts'
import { decideAccount } from '#shared/contract/accounts.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { changePreferences, readPreferences } from '#shared/contract/preferences.ts'
import { listUsers, updateUser } from '#shared/contract/users.ts'
import { noticeKinds } from '#shared/rules/notices.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Person } from '#tests/kit/person.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld, ownWorld } from '#tests/kit/world.ts'
import { letterOf } from './letter.ts'
import { deliverNotices } from './postman.ts'

ownWorld()

function postmanOf({ world }: TenantOfTest, box: PostBox) {
  const { sql, config } = world
  return { sql, config, mail: connectMail(box.url, 'contact@registry.test'), log: world.deps.log }
}

function suspend({ tenantAdmin }: TenantOfTest) {
  return tenantAdmin.call(decideAccount, {
    params: { accountId: 'buyer' },
    body: { act: 'suspend', reason: 'Papers are missing.' },
  })
}

async function letterTo({ world }: TenantOfTest, { username }: Person) {
  const [letter] = await world.sql<{ attempts: number; failure: string | null; isSent: boolean; isDue: boolean }[]>`
    select attempts, failure, sent_at is not null as "isSent", next_at is not null as "isDue"
    from letter where username = ${username}`
  return letter
}

/** Ends the delays after failures and between letters. */
const letTimePass = ({ world }: TenantOfTest) => world.sql`update letter set next_at = now() where next_at is not null`

let tenant: TenantOfTest
let box: PostBox
beforeEach(async () => {
  tenant = await aTenant()
  box = await startPostBox()
})
afterEach(() => box.stop())

describe('where a mail server is named', () => {
  test('an act writes to whom it concerns, in the language that the person chose, from its own registry', async () => {
    const world = await aWorld({ SMTP_URL: box.url })
    const ours = await aTenant({ world })
    const { buyer } = ours
    await world.sql`update tenant set contact_email = 'ours@registry.test' where id = ${ours.tenant.id}`
    expect(await buyer.call(readPreferences)).toEqual({ email: buyer.email, language: 'en', tellByMail: true })
    await buyer.call(changePreferences, { body: { language: 'fr' } })
    await suspend(ours)
    const sentence = 'The buyer a été suspendu et ne peut plus déplacer d’unités jusqu’à son rétablissement.'
    const letter = await box.letterTo(buyer.email)
    expect(letter).toMatchObject({
      to: [buyer.email],
      sender: `Registry ${ours.tenant.id}`,
      replyTo: 'ours@registry.test',
      subject: `Registry ${ours.tenant.id}\u00a0: ${sentence}`,
    })
    const profile = `${world.baseUrl}/user/current`
    expect(letter.text.split('\n\n')).toEqual([
      'Bonjour Test,',
      sentence,
      'Motif\u00a0: Papers are missing.',
      profile,
      expect.stringContaining(profile),
    ])
    expect(box.letters).toEqual([])
  })

  test('whoever wants no letters gets none, and reads the notice all the same', async () => {
    const { buyer } = tenant
    await buyer.call(changePreferences, { body: { tellByMail: false } })
    await suspend(tenant)
    await deliverNotices(postmanOf(tenant, box))
    expect(box.letters).toEqual([])
    expect(await letterTo(tenant, buyer)).toBeUndefined()
    expect(await buyer.call(listNotices)).toMatchObject({ total: 1 })
  })
})

describe('of one kind', () => {
  const lettersSent = (count: number) => {
    const { world, tenant: own, buyer } = tenant
    return world.sql`
      insert into notice (tenant_id, username, kind, facts)
      select ${own.id}, ${buyer.username}, 'units.transfer', jsonb_build_object(
        'quantity', 1, 'project', 'Gazi Bay', 'serials', 'S-' || n, 'account', 'Ada', 'ownAccount', 'Quay',
        'transactionId', 't' || n)
      from generate_series(1, ${count}::int) n order by n`
  }

  test('the first notice is a letter at once, and what follows is one letter after a quarter of an hour', async () => {
    await lettersSent(1)
    await deliverNotices(postmanOf(tenant, box))
    expect(box.letters).toMatchObject([
      {
        subject: expect.stringContaining('Ada has transferred 1 unit of Gazi Bay'),
        text: expect.stringContaining('For your account Quay'),
      },
    ])

    await lettersSent(2)
    await deliverNotices(postmanOf(tenant, box))
    await lettersSent(28)
    await deliverNotices(postmanOf(tenant, box))
    expect(box.letters).toHaveLength(1)
    const [waiting] = await tenant.world.sql<{ minutes: number }[]>`
      select extract(epoch from next_at - (select max(tried_at) from letter where tenant_id = l.tenant_id)) / 60 as minutes
      from letter l where next_at is not null and username = ${tenant.buyer.username}`
    expect(Number(waiting?.minutes)).toBeCloseTo(15, 1)

    await letTimePass(tenant)
    await deliverNotices(postmanOf(tenant, box))
    expect(box.letters).toHaveLength(2)
    const [, { subject, text } = { subject: '', text: '' }] = box.letters
    expect(subject).toBe(`Registry ${tenant.tenant.id}: 30 notices`)
    expect(text).toContain('30 notices have come since the last e-mail of this kind:')
    expect(text.match(/Ada has transferred/g)).toHaveLength(20)
    expect(text).toContain(`… and 10 more: ${tenant.world.baseUrl}/notices`)
    expect(text).not.toContain('one e-mail a day')
  })

  test('after eight letters within a day there is one a day, which says so', async () => {
    const post = () => deliverNotices(postmanOf(tenant, box))
    for (let letter = 0; letter < 8; letter += 1) {
      await lettersSent(1)
      await post()
      await letTimePass(tenant)
      await post()
    }
    await lettersSent(1)
    await post()
    const [waiting] = await tenant.world.sql<{ isDaily: boolean }[]>`
      select is_daily as "isDaily" from letter where next_at is not null and username = ${tenant.buyer.username}`
    expect([box.letters.length, waiting]).toEqual([8, { isDaily: true }])
    await letTimePass(tenant)
    await post()
    expect(box.letters.at(-1)?.text).toContain('one e-mail a day')
  })
})

test('a letter that no mail server took is sent when it is back', async () => {
  const { port } = new URL(box.url)
  await box.stop()
  await suspend(tenant)
  await deliverNotices(postmanOf(tenant, box))
  expect(await letterTo(tenant, tenant.buyer)).toMatchObject({
    attempts: 1,
    failure: expect.stringContaining('ECONNREFUSED'),
    isDue: true,
  })

  box = await startPostBox({ port: Number(port) })
  await deliverNotices(postmanOf(tenant, box))
  expect(box.letters, 'not before the delay is over').toEqual([])
  await letTimePass(tenant)
  await deliverNotices(postmanOf(tenant, box))
  expect(box.letters).toMatchObject([{ to: [tenant.buyer.email] }])
  expect(await letterTo(tenant, tenant.buyer)).toEqual({ attempts: 2, failure: null, isSent: true, isDue: false })
})

test('a letter that is refused again and again is given up with its reason, and logged without its receiver', async () => {
  await box.stop()
  box = await startPostBox({ refuses: true })
  await suspend(tenant)
  for (let tries = 0; tries < 8; tries += 1) {
    await letTimePass(tenant)
    await deliverNotices(postmanOf(tenant, box))
  }
  expect(await letterTo(tenant, tenant.buyer)).toEqual({
    attempts: 8,
    failure: expect.stringContaining('No letters today.'),
    isSent: false,
    isDue: false,
  })
  const lines = tenant.world.logged.filter((line) => line.includes('a letter was given up'))
  expect(lines).toHaveLength(1)
  expect(lines.join()).not.toContain(tenant.buyer.email)
})

test('a letter whose receiver does not exist is given up at once, and the admin sees why', async () => {
  await box.stop()
  box = await startPostBox({ knowsNobody: true })
  await suspend(tenant)
  await deliverNotices(postmanOf(tenant, box))
  expect(await letterTo(tenant, tenant.buyer)).toEqual({
    attempts: 1,
    failure: expect.stringContaining('No such user here.'),
    isSent: false,
    isDue: false,
  })
  const { items } = await tenant.tenantAdmin.call(listUsers)
  const refused = items.filter(({ isMailRefused }) => isMailRefused).map(({ username }) => username)
  expect(refused).toEqual([tenant.buyer.username])
})

test('two postmen at once send every letter once', async () => {
  const { world, tenant: own } = tenant
  await world.sql`
    insert into notice (tenant_id, username, kind, facts)
    select ${own.id}, ${tenant.buyer.username}, kind, '{}' from unnest(${noticeKinds}::text[]) kind`
  await Promise.all([1, 2, 3].map(() => deliverNotices(postmanOf(tenant, box))))
  expect(box.letters).toHaveLength(noticeKinds.length)
})

test('a letter that was not marked before its postman died is sent again later', async () => {
  await suspend(tenant)
  const { sql, ...deps } = postmanOf(tenant, box)
  const dying = { ...deps, sql, mail: { send: () => new Promise<void>(() => {}) } }
  void deliverNotices(dying)
  await expect.poll(async () => (await letterTo(tenant, tenant.buyer))?.attempts).toBe(1)
  await letTimePass(tenant)
  await deliverNotices(postmanOf(tenant, box))
  expect(box.letters).toHaveLength(1)
})

test('what is no news any more is not sent', async () => {
  await suspend(tenant)
  await tenant.world.sql`
    update notice set created_at = now() - interval '4 days' where username = ${tenant.buyer.username}`
  await deliverNotices(postmanOf(tenant, box))
  expect(box.letters).toEqual([])
  expect(await letterTo(tenant, tenant.buyer)).toBeUndefined()
})

test('a person who is suspended meanwhile is notified of that only, without links that are closed', async () => {
  const { tenantAdmin, buyer } = tenant
  const { sql } = tenant.world
  await suspend(tenant)
  await tenantAdmin.call(updateUser, { body: { username: buyer.username, status: 'SUSPENDED' } })
  await deliverNotices(postmanOf(tenant, box))
  expect(box.letters).toMatchObject([{ to: [buyer.email], subject: expect.stringContaining('suspended') }])
  expect(box.letters[0]?.text).not.toMatch(/https?:/)
  expect(await sql`select kind from letter where username = ${buyer.username}`).toEqual([{ kind: 'user.suspend' }])

  await tenantAdmin.call(updateUser, { body: { username: buyer.username, status: 'ACTIVE' } })
  await deliverNotices(postmanOf(tenant, box))
  expect(box.letters.at(-1)?.text).toContain('/user/current')
})

test('preferences offer no letters where there is no mail server, and are everybody’s who calls', async () => {
  expect(await tenant.newcomer.call(readPreferences)).toEqual({
    email: tenant.newcomer.email,
    language: 'en',
    tellByMail: null,
  })
  const change = { body: { language: 'fr' } } as const
  expect(await tenant.newcomer.call(changePreferences, change)).toEqual({
    email: tenant.newcomer.email,
    language: 'fr',
    tellByMail: null,
  })
})

test.each(['en', 'fr', 'sw'] as const)('every kind has its sentence in %s', async (language) => {
  const site = await siteOf(tenant.world.deps, tenant.tenant.id)
  const facts = {
    account: 'Green Hills',
    methodology: 'Peat',
    version: '1.0',
    project: 'Gazi Bay',
    role: 'TenantAdmin',
    quantity: 1234,
    periodStart: '2024-01-01',
    periodEnd: '2024-12-31',
  } as const
  const receiver = { email: 'a@registry.test', firstName: 'Amina', language, accountId: 'buyer', isWanted: true }
  for (const kind of noticeKinds) {
    for (const isOfStranger of [false, true]) {
      const gathered = [{ kind, facts, isOfStranger }]
      for (const notices of [1n, 2n, 1_000_000n]) {
        const { subject, text } = letterOf({ ...receiver, notices }, gathered, site, {
          isDaily: true,
          stopUrl: 'https://registry.test/stop#token',
        })
        expect(subject + text).not.toMatch(/\{\{|notices\.|letter\./)
        if (isOfStranger) expect(subject + text).not.toMatch(/Green Hills|Peat|Gazi Bay/)
      }
    }
  }
})
