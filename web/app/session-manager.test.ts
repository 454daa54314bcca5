import { InMemoryWebStorage, User } from 'oidc-client-ts'
import { expect, test } from 'vitest'
import { userManagerSettings } from './auth.ts'
import { SessionManager } from './session-manager.ts'

const nowS = Math.floor(Date.now() / 1_000)

async function stored(idTokenEndS: number, accessTokenEndS: number): Promise<SessionManager> {
  const provider = { authority: 'https://identity.test', clientId: 'registry-web' }
  const settings = userManagerSettings(provider, 'https://registry.test', new InMemoryWebStorage())
  const manager = new SessionManager({ ...settings, automaticSilentRenew: false })
  const profile = { sub: 'ada', iss: provider.authority, aud: provider.clientId, exp: idTokenEndS, iat: nowS }
  const id_token = `.${btoa(JSON.stringify(profile))}.`
  await manager.storeUser(
    new User({ id_token, access_token: 'a', token_type: 'Bearer', profile, expires_at: accessTokenEndS }),
  )
  return manager
}

test.each([
  { first: 'id token', idTokenEndS: nowS + 60, accessTokenEndS: nowS + 900 },
  { first: 'access token', idTokenEndS: nowS + 900, accessTokenEndS: nowS + 60 },
])('a session ends with its $first if that expires first', async ({ idTokenEndS, accessTokenEndS }) => {
  const manager = await stored(idTokenEndS, accessTokenEndS)
  expect((await manager.getUser())?.expires_at).toBe(nowS + 60)
  expect((await manager.getUser(true))?.expires_at).toBe(nowS + 60)
})

test('a renewal without a new id token counts while the page is open', async () => {
  const manager = await stored(nowS - 60, nowS + 900)
  expect((await manager.getUser(true))?.expires_at).toBe(nowS + 900)
  expect((await manager.getUser())?.expires_at).toBe(nowS - 60)
})
