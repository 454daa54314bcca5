import { InMemoryWebStorage, UserManager } from 'oidc-client-ts'
import { expect, test } from 'vitest'
import { isCallback, returnPathOf, userManagerSettings } from './auth.ts'

test('the OpenID client is set to what the specification says', () => {
  const provider = { authority: 'https://identity.test', clientId: 'registry-web' }
  const { settings } = new UserManager(userManagerSettings(provider, 'https://registry.test', new InMemoryWebStorage()))
  expect(settings).toMatchObject({
    authority: 'https://identity.test',
    client_id: 'registry-web',
    response_type: 'code',
    scope: 'openid',
    disablePKCE: false,
    redirect_uri: 'https://registry.test/',
    silent_redirect_uri: 'https://registry.test/',
    post_logout_redirect_uri: 'https://registry.test/',
    automaticSilentRenew: true,
    checkSessionIntervalInSeconds: 2,
    staleStateAgeInSeconds: 900,
    silentRequestTimeoutInSeconds: 10,
    accessTokenExpiringNotificationTimeInSeconds: 60,
  })
})

test.each([
  ['?code=a&state=b', '', true],
  ['?error=access_denied&state=b', '', true],
  ['', '#code=a&state=b', true],
  ['', '#error=access_denied&state=b', true],
  ['?code=a', '', false],
  ['?state=b', '', false],
  ['?code=a', '#state=b', false],
  ['', '', false],
])('%s%s is a callback: %s', (search, hash, expected) => {
  expect(isCallback({ search, hash })).toBe(expected)
})

test.each([
  [{ returnTo: '/myProjects?q=a' }, '/myProjects?q=a'],
  [{ returnTo: 'https://elsewhere.test/' }, '/'],
  [{ returnTo: '//elsewhere.test/' }, '/'],
  [{ returnTo: '/\\elsewhere.test' }, '/'],
  [undefined, '/'],
])('after signing in with %j the reader lands on %s', (state, path) => {
  expect(returnPathOf(state)).toBe(path)
})
