import { InMemoryWebStorage, UserManager } from 'oidc-client-ts'
import { expect, test } from 'vitest'
import { userManagerSettings } from './auth.ts'

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
