import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renew } from '#sandbox/sign-in.ts'
import { clientId, type IdentityWorld, runIdentity, type SignedInBrowser } from '#tests/kit/identity-world.ts'

let world: IdentityWorld

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())

function logout(query: Record<string, string> = {}): string {
  const params = { client_id: clientId, post_logout_redirect_uri: `${world.baseUrl}/`, state: 'a&b', ...query }
  return `${world.issuer}/session/end?${new URLSearchParams(params)}`
}

async function aBrowser(): Promise<SignedInBrowser> {
  return world.browser((await world.addPerson()).email)
}

const back = () => `${world.baseUrl}/?state=a%26b`

describe('signing out', () => {
  test('requested by a page of our own site needs no confirmation', async () => {
    const { reader, isSignedIn, refreshToken } = await aBrowser()
    expect((await reader.open(logout(), { 'sec-fetch-site': 'same-origin' })).url).toBe(back())
    expect(await isSignedIn()).toBe(false)
    await expect(renew(world.baseUrl, refreshToken, { authority: world.issuer, clientId })).rejects.toThrow(
      'invalid_grant',
    )
  })

  test('as Cognito has it works alike', async () => {
    const { reader, isSignedIn } = await aBrowser()
    const query = new URLSearchParams({ client_id: clientId, logout_uri: `${world.baseUrl}/` })
    const { url } = await reader.open(`${world.issuer}/logout?${query}`, { 'sec-fetch-site': 'same-origin' })
    expect(url).toBe(`${world.baseUrl}/`)
    expect(await isSignedIn()).toBe(false)
  })

  test.each(['GET', 'POST'])(
    'with the id token of the person is done at once by %s, wherever it comes from',
    async (method) => {
      const { reader, isSignedIn, idToken } = await aBrowser()
      const logoutUrl = new URL(logout({ id_token_hint: idToken }))
      const elsewhere = { 'sec-fetch-site': 'cross-site' }
      const { url } =
        method === 'GET'
          ? await reader.open(logoutUrl.href, elsewhere)
          : await reader.post(`${world.issuer}/session/end`, Object.fromEntries(logoutUrl.searchParams), elsewhere)
      expect(url).toBe(back())
      expect(await isSignedIn()).toBe(false)
    },
  )

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['nobody knows where', {}],
  ])('from %s needs a confirmation, and goes back after the button', async (_where, headers) => {
    const { reader, isSignedIn } = await aBrowser()
    const question = await reader.open(logout(), headers)
    expect(question).toMatchObject({ status: 200, markup: expect.stringContaining('<h1>Sign out?</h1>') })
    expect(question.markup).toContain('name="state" value="a&amp;b"')
    expect(await isSignedIn()).toBe(true)
    const fields = { post_logout_redirect_uri: `${world.baseUrl}/`, state: 'a&b' }
    const answer = await reader.post(`${world.issuer}/session/end`, fields, { 'sec-fetch-site': 'same-origin' })
    expect(answer.url).toBe(back())
    expect(await isSignedIn()).toBe(false)
  })

  test('by a form of another site, or with a token of somebody else, needs a confirmation too', async () => {
    const { reader, isSignedIn, accessToken } = await aBrowser()
    const other = await aBrowser()
    for (const hint of [other.idToken, accessToken, 'nonsense']) {
      const fields = { id_token_hint: hint }
      const answer = await reader.post(`${world.issuer}/session/end`, fields, { 'sec-fetch-site': 'cross-site' })
      expect(answer.markup).toContain('<h1>Sign out?</h1>')
    }
    expect(await isSignedIn()).toBe(true)
  })

  test('without a session needs no confirmation', async () => {
    const answer = await fetch(logout(), { redirect: 'manual', headers: { 'sec-fetch-site': 'cross-site' } })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back()])
  })

  test('is announced where it is served, and in our words alone', async () => {
    const document = await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()
    expect(document).toMatchObject({ end_session_endpoint: `${world.issuer}/session/end` })
    expect((await fetch(`${world.issuer}/session/end`, { method: 'POST', body: new URLSearchParams() })).url).toBe(
      `${world.issuer}/signed-out`,
    )
    expect((await fetch(`${world.issuer}/session/end/success`)).status).toBe(404)
  })
})
