import { type UserManagerSettings, WebStorageStateStore } from 'oidc-client-ts'
import type { SiteConfig } from '#shared/contract/registry.ts'
import { site } from '#web/lib/site-config.ts'
import { siteStorage } from '#web/lib/site-storage.ts'
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
