import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renew } from '#sandbox/sign-in.ts'
import { clientId, type IdentityWorld, runIdentity } from '#tests/kit/identity-world.ts'

let world: IdentityWorld

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())

async function aSession() {
  const { id, email } = await world.addPerson()
  const browser = await world.browser(email)
  const tokens = () => renew(world.baseUrl, browser.refreshToken, { authority: world.issuer, clientId })
  const renewed = async (token = browser.refreshToken) =>
    (await renew(world.baseUrl, token, { authority: world.issuer, clientId })).refreshToken
  /** Lets time pass without use. */
  const passes = async (time: string) => {
    await world.sql`
      update identity.artefact set expires_at = expires_at - ${time}::interval
      where person_id = ${id} and model = 'RefreshToken' and consumed_at is null`
    await world.sql`
      update identity.artefact set payload = jsonb_set(payload, '{loginTs}',
        to_jsonb((payload ->> 'loginTs')::float8 - extract(epoch from ${time}::interval)::float8))
      where person_id = ${id} and model = 'Session'`
  }
  return { id, tokens, renewed, passes, isSignedIn: browser.isSignedIn }
}

describe('a session', () => {
  test('that is renewed within the hour goes on', async () => {
    const { renewed, passes, isSignedIn } = await aSession()
    await passes('59 minutes')
    const next = await renewed()
    await passes('59 minutes')
    expect(await renewed(next)).toBeTruthy()
    expect(await isSignedIn()).toBe(true)
  })

  test('that nobody used for an hour is over, at the provider too', async () => {
    const { renewed, passes, isSignedIn } = await aSession()
    await passes('60 minutes')
    await expect(renewed()).rejects.toThrow('invalid_grant')
    expect(await isSignedIn()).toBe(false)
  })

  test('ends a working day after the sign-in, however it is used', async () => {
    const { id, tokens } = await aSession()
    const inSeconds = async () => {
      const [row] = await world.sql<{ left: number }[]>`
        select extract(epoch from max(expires_at) - now())::float8 as left from identity.artefact
        where person_id = ${id} and model = 'RefreshToken' and consumed_at is null`
      return row?.left
    }
    expect(await inSeconds()).toBeCloseTo(3_600, -2)
    await world.sql`
      update identity.artefact set payload = jsonb_set(payload, '{exp}', to_jsonb(floor(extract(epoch from now())) + 600))
      where person_id = ${id} and model = 'Grant'`
    const { expiresInS, idToken } = await tokens()
    expect(await inSeconds()).toBeCloseTo(600, -2)
    const { exp = 0, iat = 0 } = decodeJwt(idToken)
    expect([expiresInS, exp - iat].every((seconds) => seconds > 590 && seconds <= 600)).toBe(true)
  })
})
