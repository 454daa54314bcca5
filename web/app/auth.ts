import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { site } from '#web/lib/site-config.ts'

/** Sign-in times (specification, section 9), in seconds. */
export const signInTimes = {
  staleStateAgeInSeconds: 900,
  silentRequestTimeoutInSeconds: 10,
  accessTokenExpiringNotificationTimeInSeconds: 60,
  checkSessionIntervalInSeconds: 2,
} as const

/** The OpenID client: code flow with PKCE, scope openid, silent renewal; the signed-in record in local storage. */
export function createUserManager(): UserManager {
  const { oidc } = site()
  const home = `${window.location.origin}/`
  const manager = new UserManager({
    authority: oidc.authority,
    client_id: oidc.clientId,
    redirect_uri: home,
    silent_redirect_uri: home,
    post_logout_redirect_uri: home,
    response_type: 'code',
    scope: 'openid',
    automaticSilentRenew: true,
    userStore: new WebStorageStateStore({ store: window.localStorage }),
    stateStore: new WebStorageStateStore({ store: window.localStorage }),
    ...signInTimes,
  })
  manager.clearStaleState().catch(() => undefined)
  manager.events.addAccessTokenExpired(() => void renewOrForget(manager))
  return manager
}

/** A token that ran out while nobody could renew it (a sleeping laptop): one more attempt, else the visit is over. */
async function renewOrForget(manager: UserManager): Promise<void> {
  const renewed = await manager.signinSilent().catch(() => null)
  if (!renewed) await manager.removeUser()
}

/** Whether an address is a sign-in's answer: a code or an error, together with a state, in the query or in the hash. */
export function isCallback({ search, hash }: Pick<Location, 'search' | 'hash'>): boolean {
  return [search, hash.replace(/^#/, '')].some((text) => {
    const params = new URLSearchParams(text)
    return (params.has('code') || params.has('error')) && params.has('state')
  })
}

/** Whether this page is the hidden frame of a silent renewal, which only hands its address back. */
export function isSilentFrame(): boolean {
  return window.self !== window.top && isCallback(window.location)
}

/** Where the reader was before signing in, as a path of this site; the dashboard otherwise. */
export function returnPathOf(state: unknown): string {
  const path = typeof state === 'object' && state !== null ? Reflect.get(state, 'returnTo') : undefined
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/'
}
