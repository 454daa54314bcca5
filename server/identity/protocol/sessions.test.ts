import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renew } from '#sandbox/sign-in.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { clientId, type IdentityWorld, password, runIdentity, type SignedInBrowser } from '#tests/kit/identity-world.ts'
import { makeLink } from '../sign-in/links.ts'

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

/** How a session ends; `elsewhere` is another browser of the same person. */
const ends: Record<string, (session: Session) => Promise<unknown>> = {
  'signing out': ({ here }) => here.reader.open(`${world.issuer}/session/end?id_token_hint=${here.idToken}`),
  'a revoked refresh token': ({ here }) =>
    fetch(`${world.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, token: here.refreshToken }),
    }),
  'a refresh token used twice': async ({ id, here }) => {
    const renewOnce = () => renew(world.baseUrl, here.refreshToken, { authority: world.issuer, clientId })
    await renewOnce()
    await world.sql`update identity.artefact set consumed_at = consumed_at - interval '1 minute' where person_id = ${id}`
    await expect(renewOnce()).rejects.toThrow('invalid_grant')
  },
  'the list of sessions': async ({ elsewhere }) => {
    await elsewhere.reader.open(`${world.issuer}/sessions`)
    await elsewhere.reader.submit({ end: 'others' })
  },
  'a changed password': async ({ elsewhere }) => {
    await elsewhere.reader.open(`${world.issuer}/password/change`)
    const chosen = 'seven green turtles'
    await elsewhere.reader.submit({ current: password, password: chosen, repeat: chosen })
  },
  'a password by a link': async ({ id }) => {
    const reader = formReader()
    await reader.open(`${world.issuer}/password?token=${await makeLink(world.sql, id, 'reset')}`)
    await reader.submit({ password: 'seven green turtles', repeat: 'seven green turtles' })
  },
  'a suspension, though it is lifted': async ({ id }) => {
    await world.directory.suspend(id)
    await world.directory.resume(id)
  },
  'the deletion of the person': ({ id }) => world.directory.remove(id),
}

type Session = { id: string; here: SignedInBrowser; elsewhere: SignedInBrowser }

test.each(Object.keys(ends))('%s ends the access token too, for good', async (way) => {
  const { id, email } = await world.addPerson()
  const [here, elsewhere] = [await world.browser(email), await world.browser(email)]
  const claims = () => fetch(`${world.issuer}/me`, { headers: { authorization: `Bearer ${here.accessToken}` } })
  expect((await claims()).status).toBe(200)
  await ends[way]?.({ id, here, elsewhere })
  expect((await claims()).status).toBe(401)
  const sid = String(decodeJwt(here.accessToken).sid)
  const [row] = await world.sql`select suspended_person from identity.ended_session where grant_id = ${sid}`
  expect(row).toEqual({ suspended_person: null })
})

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
