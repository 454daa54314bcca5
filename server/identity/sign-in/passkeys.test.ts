import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formReader } from '#tests/kit/form-reader.ts'
import { type IdentityWorld, password, runIdentity } from '#tests/kit/identity-world.ts'
import { afterPassword, hiddenIn, openSignIn, recoveryCodesIn, tokensOf } from '#tests/kit/sign-in-steps.ts'
import { softPasskey } from '#tests/kit/soft-passkey.ts'

let world: IdentityWorld

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())
beforeEach(() => world.sql`delete from identity.attempt`)

async function somebodyWithPasskey() {
  const person = await world.addPerson()
  const { reader } = await world.browser(person.email)
  const key = softPasskey(world.baseUrl)
  const added = await reader.submit(await newKey(reader, key))
  return { person, reader, key, codes: recoveryCodesIn(added) }
}

async function newKey(
  reader: ReturnType<typeof formReader>,
  key: ReturnType<typeof softPasskey>,
  faults?: Parameters<typeof key.create>[1],
) {
  const page = await reader.open(`${world.issuer}/security/passkey`)
  return { name: 'Laptop', current: password, credential: key.create(hiddenIn(page, 'data-options'), faults) }
}

/** The page that asks for a passkey in place of address and password. */
async function passkeyPage() {
  const reader = formReader()
  const { url } = await openSignIn(world, reader)
  const page = await reader.open(`${url}?with=passkey`)
  return { reader, options: hiddenIn(page, 'data-options') }
}

const isDone = ({ url }: { url: string }) => new URL(url).searchParams.has('code')

describe('a passkey', () => {
  test('signs in without the password, by a device that is bound or backed up', async () => {
    const { key, person } = await somebodyWithPasskey()
    const { reader, options } = await passkeyPage()
    expect(JSON.parse(options)).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required', allowCredentials: [] })
    const tokens = await tokensOf(world, await reader.submit({ credential: key.get(options) }))
    expect(tokens.said).toMatchObject({ acr: 'aal2', amr: ['hwk', 'user', 'mfa'] })
    const [stored] = await world.sql`
      select counter::int, may_be_backed_up, is_backed_up, last_used_at is not null as used from identity.passkey
      where person_id = ${person.id}`
    expect(stored).toEqual({ counter: 2, may_be_backed_up: false, is_backed_up: false, used: true })
  })

  test('is the second factor of whoever typed the password, with recovery codes beside it', async () => {
    const { key, person, codes } = await somebodyWithPasskey()
    const { reader, page } = await afterPassword(world, person.email)
    const options = hiddenIn(page, 'data-options')
    expect(JSON.parse(options).allowCredentials).toMatchObject([{ id: key.id, transports: ['internal'] }])
    const tokens = await tokensOf(world, await reader.submit({ credential: key.get(options) }))
    expect(tokens.said).toMatchObject({ acr: 'aal2', amr: ['pwd', 'hwk', 'user', 'mfa'] })
    const again = await afterPassword(world, person.email)
    expect(isDone(await again.reader.submit({ code: codes[3] ?? '' }))).toBe(true)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example.org' }],
    ['the site at another port', { origin: 'http://127.0.0.1:1' }],
    ['another relying party', { rpId: 'evil.example.org' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['nobody verified', { isVerified: false }],
    ['a counter that went back', { counter: 1 }],
  ])('with %s is refused', async (_what, faults) => {
    const { key } = await somebodyWithPasskey()
    const first = await passkeyPage()
    expect(isDone(await first.reader.submit({ credential: key.get(first.options, { counter: 5 }) }))).toBe(true)
    const { reader, options } = await passkeyPage()
    const refused = await reader.submit({ credential: key.get(options, { counter: 6, ...faults }) })
    expect(refused).toMatchObject({ status: 401, markup: expect.stringContaining('No passkey was used. Try again.') })
  })

  test('answers a challenge once, and not that of another sign-in', async () => {
    const { key } = await somebodyWithPasskey()
    const { reader, options } = await passkeyPage()
    const other = await passkeyPage()
    const credential = key.get(options)
    expect((await other.reader.submit({ credential })).status).toBe(401)
    expect(isDone(await reader.submit({ credential }))).toBe(true)
    const later = await passkeyPage()
    expect((await later.reader.submit({ credential })).status).toBe(401)
  })

  test('of somebody else is no second factor, and of somebody suspended is none at all', async () => {
    const { person } = await somebodyWithPasskey()
    const thief = await somebodyWithPasskey()
    const { reader, page } = await afterPassword(world, person.email)
    const stolen = thief.key.get(hiddenIn(page, 'data-options'))
    expect((await reader.submit({ credential: stolen })).status).toBe(401)
    await world.sql`update identity.person set status = 'suspended' where id = ${thief.person.id}`
    const alone = await passkeyPage()
    expect((await alone.reader.submit({ credential: thief.key.get(alone.options) })).status).toBe(401)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example.org' }, {}, 400],
    ['another relying party', { rpId: 'evil.example.org' }, {}, 400],
    ['another challenge', { challenge: 'A'.repeat(43) }, {}, 400],
    ['nobody verified', { isVerified: false }, {}, 400],
    ['the wrong password', {}, { current: 'wrong' }, 401],
    ['no name', {}, { name: ' ' }, 400],
    ['no passkey', {}, { credential: '' }, 400],
    ['something else', {}, { credential: '{"id":1}' }, 400],
  ])('is not added with %s', async (_what, faults, fields, status) => {
    const person = await world.addPerson()
    const { reader } = await world.browser(person.email)
    const form = await newKey(reader, softPasskey(world.baseUrl), faults)
    expect((await reader.submit({ ...form, ...fields })).status).toBe(status)
    expect((await world.sql`select from identity.passkey where person_id = ${person.id}`).length).toBe(0)
  })

  test('is one of several, and removed by its owner alone', async () => {
    const { reader, codes } = await somebodyWithPasskey()
    const stranger = await somebodyWithPasskey()
    const second = softPasskey(world.baseUrl)
    const form = { ...(await newKey(reader, second)), name: 'Phone <b>', code: codes[0] ?? '' }
    const page = await reader.submit(form)
    expect(page.markup).toContain('<strong>Phone &lt;b&gt;</strong>')
    expect(page.markup).toContain('<strong>Laptop</strong>')
    const removal = `${world.issuer}/security/remove?factor=${second.id}`
    await stranger.reader.open(removal)
    await stranger.reader.post(removal, { current: password, code: stranger.codes[0] ?? '' })
    expect((await world.sql`select from identity.passkey where id = ${second.id}`).length).toBe(1)
    await reader.open(removal)
    await reader.submit({ current: password, code: codes[1] ?? '' })
    expect((await world.sql`select from identity.passkey where id = ${second.id}`).length).toBe(0)
  })
})

test('nothing that people sent made the provider fail', () => {
  expect(world.logged.filter((line) => line.includes('failed'))).toEqual([])
})
