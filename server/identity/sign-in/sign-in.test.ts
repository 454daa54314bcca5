import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renew } from '#sandbox/sign-in.ts'
import { tokenVerifier } from '#server/infra/auth/verify-token.ts'
import { audience, clientId, type IdentityWorld, runIdentity } from '#tests/kit/identity-world.ts'
import { rotateKeys } from '../protocol/keys.ts'

let world: IdentityWorld
const log = { warn: () => {} }

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())

function verifier() {
  const verify = tokenVerifier({ authority: world.issuer, clientId, audience, groupsClaim: 'groups' })
  return (token: string) => verify(token, log)
}

describe('signing in', () => {
  test('gives an access token for our audience that the server accepts', async () => {
    const person = await world.addPerson()
    const { accessToken, expiresInS } = await world.signIn(person.email)
    expect(decodeProtectedHeader(accessToken)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
    expect(decodeJwt(accessToken)).toMatchObject({
      iss: world.issuer,
      aud: audience,
      client_id: clientId,
      scope: 'openid',
    })
    expect(await verifier()(accessToken)).toMatchObject({ subject: person.id, groups: person.groups })
    expect(expiresInS).toBe(900)
  })

  test('gives an id token with subject, names and groups, which the server refuses', async () => {
    const person = await world.addPerson()
    const { idToken } = await world.signIn(person.email)
    expect(decodeJwt(idToken)).toMatchObject({
      sub: person.id,
      aud: clientId,
      email: person.email,
      given_name: 'Ada',
      family_name: 'Okoye',
      groups: person.groups,
    })
    await expect(verifier()(idToken)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('does not mind how the address is capitalised', async () => {
    const person = await world.addPerson()
    expect((await world.signIn(person.email.toUpperCase())).accessToken).toBeTruthy()
  })

  test.each([
    ['a wrong password', 'active', 'wrong'],
    ['somebody who is suspended', 'suspended', undefined],
    ['somebody who has not set a password', 'invited', undefined],
  ] as const)('is refused for %s', async (_name, status, secret) => {
    const person = await world.addPerson({ status })
    await expect(world.signIn(person.email, secret)).rejects.toThrow('refused with status 401')
  })

  test('is refused for nobody in the same words', async () => {
    await expect(world.signIn('nobody@registry.test')).rejects.toThrow('refused with status 401')
  })

  test('needs PKCE and our own return address', async () => {
    const authorize = (changed: Record<string, string>) => {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: `${world.baseUrl}/`,
        response_type: 'code',
        scope: 'openid',
        ...changed,
      })
      return fetch(`${world.issuer}/auth?${query}`, { redirect: 'manual' })
    }
    const withoutChallenge = await authorize({})
    expect(withoutChallenge.headers.get('location')).toMatch(/error=invalid_request/)
    const elsewhere = await authorize({ redirect_uri: 'https://elsewhere.example.org/' })
    expect(elsewhere.status).toBe(400)
    expect(elsewhere.headers.get('location')).toBeNull()
  })
})

describe('a session', () => {
  test('is renewed with the groups as they are by then', async () => {
    const person = await world.addPerson()
    const first = await world.signIn(person.email)
    await world.directory.setGroups(person.id, ['t|b|General'])
    const second = await renew(world.baseUrl, first.refreshToken, { authority: world.issuer, clientId })
    expect(decodeJwt(second.accessToken).groups).toEqual(['t|b|General'])
    expect(decodeJwt(second.idToken)).toMatchObject({ sub: person.id, groups: ['t|b|General'] })
    expect(second.refreshToken).not.toBe(first.refreshToken)
  })

  test.each(['\0', 'x', '\u{1f40d}'])('is not renewed by %j', async (token) => {
    await expect(renew(world.baseUrl, token, { authority: world.issuer, clientId })).rejects.toThrow('invalid_grant')
  })

  test('is renewed by two tabs at once, and not by an old refresh token', async () => {
    const person = await world.addPerson()
    const { refreshToken } = await world.signIn(person.email)
    const again = () => renew(world.baseUrl, refreshToken, { authority: world.issuer, clientId })
    await Promise.all([again(), again()])
    await world.sql`update identity.artefact set consumed_at = consumed_at - interval '1 minute' where person_id = ${person.id}`
    await expect(again()).rejects.toThrow('invalid_grant')
  })

  test.each(['suspend', 'remove'] as const)('ends when the directory says %s', async (act) => {
    const person = await world.addPerson()
    const { refreshToken, accessToken } = await world.signIn(person.email)
    await world.directory[act](person.id)
    await expect(renew(world.baseUrl, refreshToken, { authority: world.issuer, clientId })).rejects.toThrow(
      'invalid_grant',
    )
    expect((await userinfo(accessToken)).status).toBe(401)
  })

  test('ends when its refresh token is revoked', async () => {
    const person = await world.addPerson()
    const { refreshToken } = await world.signIn(person.email)
    const body = new URLSearchParams({ token: refreshToken, client_id: clientId })
    expect((await fetch(`${world.issuer}/token/revocation`, { method: 'POST', body })).status).toBe(200)
    await expect(renew(world.baseUrl, refreshToken, { authority: world.issuer, clientId })).rejects.toThrow(
      'invalid_grant',
    )
  })

  test('returns the person at the userinfo endpoint', async () => {
    const person = await world.addPerson()
    const answer = await userinfo((await world.signIn(person.email)).accessToken)
    expect(await answer.json()).toMatchObject({ sub: person.id, email: person.email, groups: person.groups })
    expect((await userinfo('nonsense')).status).toBe(401)
  })
})

describe('signing out', () => {
  test.each([
    ['OpenID', 'post_logout_redirect_uri'],
    ['Cognito', 'logout_uri'],
  ])('as %s asks for it goes back to the site without a question', async (_name, parameter) => {
    const answer = await signOut({ client_id: clientId, [parameter]: `${world.baseUrl}/` })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${world.baseUrl}/`)
  })

  test('goes nowhere else and for no other client', async () => {
    expect((await signOut({ client_id: clientId, logout_uri: 'https://elsewhere.example.org/' })).status).toBe(400)
    expect((await signOut({ client_id: 'other', logout_uri: `${world.baseUrl}/` })).status).toBe(400)
  })
})

describe('keys', () => {
  test('are rotated while people work: new tokens by the new key, tokens by the old key still good', async () => {
    const person = await world.addPerson()
    const verify = verifier()
    const before = await world.signIn(person.email)
    const { kid } = await rotateKeys(world.sql, 900)
    await expect.poll(async () => decodeProtectedHeader(await world.issueToken(person.id)).kid).toBe(kid)
    const after = await world.signIn(person.email)
    expect(decodeProtectedHeader(after.accessToken).kid).toBe(kid)
    expect(decodeProtectedHeader(after.idToken).kid).toBe(kid)
    expect((await verify(before.accessToken)).subject).toBe(person.id)
    expect((await verify(after.accessToken)).subject).toBe(person.id)
    expect(
      (await renew(world.baseUrl, before.refreshToken, { authority: world.issuer, clientId })).accessToken,
    ).toBeTruthy()
  })

  test('that leaked are withdrawn at once', async () => {
    const { kid } = await rotateKeys(world.sql, 0)
    await expect.poll(publishedKids).toEqual([kid])
  })

  test('are published without their private part', async () => {
    const { keys } = (await (await fetch(`${world.issuer}/jwks`)).json()) as { keys: object[] }
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key).not.toHaveProperty('d')
  })
})

test('a token issued for tests is like one from a sign-in', async () => {
  const person = await world.addPerson()
  const issued = decodeJwt(await world.issueToken(person.id))
  const signedIn = decodeJwt((await world.signIn(person.email)).accessToken)
  expect(Object.keys(issued).sort()).toEqual(Object.keys(signedIn).sort())
})

test('addresses come from the configuration, not from the request', async () => {
  const headers = { 'x-forwarded-host': 'evil.example.org', 'x-forwarded-proto': 'https' }
  const document = await (await fetch(`${world.issuer}/.well-known/openid-configuration`, { headers })).json()
  expect(JSON.stringify(document)).not.toContain('evil')
  expect(document).toMatchObject({
    issuer: world.issuer,
    token_endpoint: `${world.issuer}/token`,
    userinfo_endpoint: `${world.issuer}/me`,
  })
})

test('nothing that was logged holds an address, a password or a token', () => {
  expect(world.logged.length).toBeGreaterThan(0)
  expect(world.logged.join('\n')).not.toMatch(/@registry\.test|correct horse|eyJ/)
})

async function publishedKids(): Promise<string[]> {
  const { keys } = (await (await fetch(`${world.issuer}/jwks`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

function userinfo(accessToken: string): Promise<Response> {
  return fetch(`${world.issuer}/me`, { headers: { authorization: `Bearer ${accessToken}` } })
}

function signOut(query: Record<string, string>): Promise<Response> {
  return fetch(`${world.issuer}/session/end?${new URLSearchParams(query)}`, { redirect: 'manual' })
}
