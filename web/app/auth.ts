import { UserManager, type UserManagerSettings, WebStorageStateStore } from 'oidc-client-ts'
import type { SiteConfig } from '#shared/contract/registry.ts'
import { site } from '#web/lib/site-config.ts'

/**
 * The OpenID client: code flow with PKCE, scope openid, silent renewal; times in seconds (specification, section 9).
 * `monitorSession` stays off, because checkSession does its work.
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

/**
 * Creates the OpenID client. With `isFrame` it is for the hidden frame of a silent renewal, which must not renew
 * itself.
 */
export function createUserManager({ isFrame }: { isFrame: boolean }): UserManager {
  const settings = userManagerSettings(site().oidc, window.location.origin, window.localStorage)
  if (isFrame) return new UserManager({ ...settings, automaticSilentRenew: false })
  const manager = new UserManager(settings)
  manager.clearStaleState().catch(() => undefined)
  return manager
}

type Address = Pick<Location, 'search' | 'hash'>

/**
 * Whether an address is the provider's answer to a sign-in: a code or an error, and a state, in the query or in the
 * hash.
 */
export function isCallback({ search, hash }: Address): boolean {
  return isAnswer(search) || isAnswer(hash.replace(/^#/, ''))
}

function isAnswer(text: string): boolean {
  const params = new URLSearchParams(text)
  return (params.has('code') || params.has('error')) && params.has('state')
}

/** Moves the provider's answer from the hash to the query, where the OpenID client reads it. */
export function moveCallbackToQuery(): void {
  const { pathname, search, hash } = window.location
  if (!isAnswer(search) && isAnswer(hash.replace(/^#/, ''))) {
    window.history.replaceState(window.history.state, '', `${pathname}?${hash.slice(1)}`)
  }
}

/** Whether this page is the hidden frame of a silent renewal, which only passes its address on. */
export function isSilentFrame(): boolean {
  return window.self !== window.top && isCallback(window.location)
}

/** Returns the path of this site where the reader was before signing in; `/` if `state` does not say. */
export function returnPathOf(state: unknown): string {
  const path = typeof state === 'object' && state !== null ? Reflect.get(state, 'returnTo') : undefined
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/'
}
