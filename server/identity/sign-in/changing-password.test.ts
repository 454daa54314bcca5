import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renew } from '#sandbox/sign-in.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { clientId, type IdentityWorld, password, runIdentity } from '#tests/kit/identity-world.ts'
import { makeLink, personOfLink } from './links.ts'

let world: IdentityWorld

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())
beforeEach(() => world.sql`delete from identity.attempt`)

const secret = 'seven green turtles'
const change = (fields: Record<string, string> = {}) => ({
  current: password,
  password: secret,
  repeat: secret,
  ...fields,
})
const page = () => `${world.issuer}/password/change`

describe('changing one’s password', () => {
  test('keeps this browser signed in, ends the other sessions and makes the old password and links void', async () => {
    const person = await world.addPerson()
    const here = await world.browser(person.email)
    const elsewhere = await world.browser(person.email)
    const link = await makeLink(world.sql, person.id, 'reset')
    expect((await here.reader.open(page())).markup).toContain(`For ${person.email}.`)
    const done = await here.reader.submit(change())
    expect(done).toMatchObject({ status: 200, markup: expect.stringContaining('Your password is changed') })
    expect([await here.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false])
    const renewed = (token: string) => renew(world.baseUrl, token, { authority: world.issuer, clientId })
    expect((await renewed(here.refreshToken)).accessToken).toBeTruthy()
    await expect(renewed(elsewhere.refreshToken)).rejects.toThrow('invalid_grant')
    expect(await personOfLink(world.sql, link)).toBeNull()
    await expect(world.signIn(person.email)).rejects.toThrow('401')
    expect((await world.signIn(person.email, secret)).accessToken).toBeTruthy()
  })

  test.each([
    ['a wrong current one', { current: 'not the current one' }, 401, 'This is not your current password.'],
    ['a short new one', { password: 'short', repeat: 'short' }, 400, 'Use at least 12 characters.'],
    ['a common new one', { password: 'football1234', repeat: 'football1234' }, 400, 'This password is easy to guess'],
    ['another repeated', { repeat: `${secret}.` }, 400, 'The two passwords are not the same.'],
  ])('with %s is refused and changes nothing', async (_what, fields, status, error) => {
    const { email } = await world.addPerson()
    const { reader } = await world.browser(email)
    await reader.open(page())
    const refused = await reader.submit(change(fields))
    expect(refused).toMatchObject({ status, markup: expect.stringContaining(error) })
    expect((await world.signIn(email)).accessToken).toBeTruthy()
  })

  test('is no way to guess the current one, nor to guess more by signing in', async () => {
    const { email } = await world.addPerson()
    const { reader } = await world.browser(email)
    await reader.open(page())
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await reader.submit(change({ current: `guess ${n}` }))).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const waiting = await reader.submit(change())
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
    await expect(world.signIn(email)).rejects.toThrow('429')
  })

  test('needs a session, of somebody who is still let in', async () => {
    const nobody = formReader()
    expect(await nobody.open(page())).toMatchObject({
      status: 401,
      markup: expect.stringContaining('Please sign in first'),
    })
    expect((await nobody.submit(change())).status).toBe(401)
    const person = await world.addPerson()
    const { reader } = await world.browser(person.email)
    await world.sql`update identity.person set status = 'suspended' where id = ${person.id}`
    expect((await reader.open(page())).status).toBe(401)
  })

  test('is not done by a form of another site', async () => {
    const { email } = await world.addPerson()
    const { reader } = await world.browser(email)
    expect((await reader.post(page(), change(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})
