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

test('a sign-in that confirms a person is not stored for somebody else', async () => {
  const manager = await stored(nowS + 900, nowS + 900)
  const { profile, ...tokens } = (await manager.getUser()) ?? {}
  if (!profile) throw new Error('Nobody is signed in.')
  const as = (sub: string) =>
    new User({
      ...tokens,
      access_token: `of ${sub}`,
      token_type: 'Bearer',
      profile: { ...profile, sub },
      userState: { confirms: 'ada' },
    })
  await expect(manager.storeUser(as('ben'))).rejects.toThrow()
  expect((await manager.getUser())?.access_token).toBe('a')
  await manager.storeUser(as('ada'))
  expect((await manager.getUser())?.access_token).toBe('of ada')
})
