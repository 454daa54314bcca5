import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FormReader, formReader } from '#tests/kit/form-reader.ts'
import { clientId, type IdentityWorld, password, runIdentity } from '#tests/kit/identity-world.ts'

let world: IdentityWorld

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())
beforeEach(() => world.sql`delete from identity.attempt`)

describe('guessing one person’s password', () => {
  test('has to wait after five attempts, even with the right password, and may go on after that', async () => {
    const { email } = await world.addPerson()
    const reader = await atTheForm()
    expect(await statuses(reader, email, 'wrong', 5)).toEqual([401, 401, 401, 401, 401])
    const locked = await reader.submit({ email, password })
    expect(locked.status).toBe(429)
    expect(locked.markup).toContain('Too many attempts. Try again in 30 seconds.')
    expect(locked.headers.get('retry-after')).toBe('30')
    await waitingIsOver()
    expect((await reader.submit({ email, password })).url).toContain(`${world.baseUrl}/?code=`)
  })

  test('waits longer each time, up to a quarter of an hour', async () => {
    const { email } = await world.addPerson()
    const reader = await atTheForm()
    await statuses(reader, email, 'wrong', 4)
    const waits = []
    for (let n = 0; n < 7; n++) {
      expect((await reader.submit({ email, password: 'wrong' })).status).toBe(401)
      waits.push(Number((await reader.submit({ email, password: 'wrong' })).headers.get('retry-after')))
      await waitingIsOver()
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
  })

  test('is forgotten after a sign-in and after a day', async () => {
    const { email } = await world.addPerson()
    const reader = await atTheForm()
    await statuses(reader, email, 'wrong', 4)
    await world.signIn(email)
    expect(await statuses(reader, email, 'wrong', 4)).toEqual([401, 401, 401, 401])
    await world.sql`update identity.attempt set last_at = last_at - interval '25 hours'`
    expect(await statuses(reader, email, 'wrong', 4)).toEqual([401, 401, 401, 401])
  })

  test('in many windows at once gets no further', async () => {
    const { email } = await world.addPerson()
    const readers = await Promise.all(Array.from({ length: 12 }, atTheForm))
    const answers = await Promise.all(readers.map((reader) => reader.submit({ email, password: 'wrong' })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  test.each([
    ['somebody who does not exist', 'nobody@registry.test'],
    ['what is no address', 'kİİ @ registry'],
  ])('says the same about %s', async (_what, name) => {
    const { email } = await world.addPerson()
    const reader = await atTheForm()
    for (let n = 0; n < 6; n++) {
      const a = await reader.submit({ email, password: 'wrong' })
      const b = await reader.submit({ email: name, password: 'wrong' })
      expect([b.status, timeless(b.markup).replaceAll(name, email)]).toEqual([a.status, timeless(a.markup)])
    }
  })

  // Dotted capital I and Kelvin sign; a database may match them with i and k.
  test.each([
    ['verifier', 'verİfier'],
    ['kenya', '\u212aenya'],
  ])('gets no second count by writing %s as %s', async (name, disguised) => {
    const host = `${crypto.randomUUID()}.test`
    await world.addPerson({ email: `${name}@${host}` })
    await expect(world.signIn(`${disguised}@${host}`)).rejects.toThrow('401')
    expect((await world.signIn(`${name.toUpperCase()}@${host}`)).accessToken).toBeTruthy()
  })
})

/** Removes the wait, which differs by moments. */
function timeless(markup: string): string {
  return markup.replace(/\d+ seconds/, 'some seconds')
}

test('trying many names from one address has to wait too, an honest sign-in from there gives its attempt back', async () => {
  const { email } = await world.addPerson()
  const reader = await atTheForm()
  for (let n = 0; n < 19; n++)
    expect((await reader.submit({ email: `n${n}@registry.test`, password: 'x' })).status).toBe(401)
  await world.signIn(email)
  expect((await reader.submit({ email: 'n19@registry.test', password: 'x' })).status).toBe(401)
  expect((await reader.submit({ email: 'n20@registry.test', password: 'x' })).status).toBe(429)
  await expect(world.signIn(email)).rejects.toThrow('429')
})

test('wrong tries from an office go back one by one, also on a day without a pause', async () => {
  const reader = await atTheForm()
  const later = (seconds: number) =>
    world.sql`update identity.attempt set last_at = last_at - make_interval(secs => ${seconds})`
  const tries = (times: number) => statuses(reader, `${crypto.randomUUID()}@registry.test`, 'x', times)
  for (let n = 0; n < 18; n++) expect(await tries(1)).toEqual([401])
  for (let n = 0; n < 20; n++) {
    await later(150)
    expect(await tries(1)).toEqual([401])
  }
  expect(await tries(3)).toEqual([401, 401, 429])
})

test('calls from one address are limited by the minute', async () => {
  const limited = await runIdentity({ callsPerMinute: 3 })
  const calls = []
  for (let n = 0; n < 5; n++) calls.push((await fetch(`${limited.issuer}/signed-out`)).status)
  expect(calls).toEqual([200, 200, 200, 429, 429])
  await limited.stop()
})

async function atTheForm(): Promise<FormReader> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${world.baseUrl}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const reader = formReader()
  expect((await reader.open(`${world.issuer}/auth?${query}`)).status).toBe(200)
  return reader
}

async function statuses(reader: FormReader, email: string, secret: string, times: number): Promise<number[]> {
  const seen = []
  for (let n = 0; n < times; n++) seen.push((await reader.submit({ email, password: secret })).status)
  return seen
}

function waitingIsOver() {
  return world.sql`update identity.attempt set blocked_until = now()`
}
