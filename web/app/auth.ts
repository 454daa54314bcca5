import { OidcClient, type UserManagerSettings, WebStorageStateStore } from 'oidc-client-ts'
import type { SiteConfig } from '#shared/contract/registry.ts'
import { stepUpMinutes } from '#shared/rules/step-up.ts'
import { storedUser } from '#web/lib/session.ts'
import { site } from '#web/lib/site-config.ts'
import { siteStorage } from '#web/lib/site-storage.ts'
import { signInLook } from '#web/lib/use-sign-in.ts'
import { confirmedKey } from './confirmed.ts'
import { SessionManager } from './session-manager.ts'

/**
 * Code flow with PKCE, scope openid, silent renewal; times in seconds (specification, section 9). `checkSession`
 * replaces `monitorSession`.
 */
export function userManagerSettings(
  { authority, clientId }: Pick<SiteConfig['oidc'], 'authority' | 'clientId'>,
  origin: string,
  store: Storage,
): UserManagerSettings {
  const home = `${origin}/`
  return {
    authority,
    client_id: clientId,
    redirect_uri: home,
    silent_redirect_uri: home,
    post_logout_redirect_uri: home,
    response_type: 'code',
    scope: 'openid',
    automaticSilentRenew: true,
    userStore: new WebStorageStateStore({ store }),
    stateStore: new WebStorageStateStore({ store }),
    staleStateAgeInSeconds: 900,
    silentRequestTimeoutInSeconds: 10,
    accessTokenExpiringNotificationTimeInSeconds: 60,
    checkSessionIntervalInSeconds: 2,
  }
}

/** The hidden renewal frame (`isFrame`) must not renew itself. */
export function createUserManager({ isFrame }: { isFrame: boolean }): SessionManager {
  const settings = userManagerSettings(site().oidc, window.location.origin, siteStorage)
  if (isFrame) return new SessionManager({ ...settings, automaticSilentRenew: false })
  const manager = new SessionManager(settings)
  manager.clearStaleState().catch(() => undefined)
  return manager
}

/**
 * Where the present person signs in anew in another window, with this `acr` if it is not null. Calls `onConfirmed` after
 * the new tokens are stored, until `signal` aborts.
 */
export async function addressToConfirm(
  acr: string | null,
  onConfirmed: () => void,
  signal: AbortSignal,
): Promise<string> {
  window.addEventListener('storage', ({ key }) => key === confirmedKey && onConfirmed(), { signal })
  const client = new OidcClient(userManagerSettings(site().oidc, window.location.origin, siteStorage))
  const { url } = await client.createSigninRequest({
    ...signInLook(),
    request_type: 'si:r',
    state: { confirms: storedUser()?.profile.sub },
    prompt: 'login',
    max_age: stepUpMinutes * 60,
    ...(acr !== null && { acr_values: acr }),
  })
  return url
}
