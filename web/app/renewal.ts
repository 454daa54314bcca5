import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { beginOf, endOf } from '#shared/rules/groups.ts'
import { isPublicPath } from '#shared/rules/paths.ts'
import { storedUser, usableUser } from '#web/lib/session.ts'
import { isLong, isUnused, noteUse } from '#web/lib/use-of-page.ts'
import { endVisit, recallVisit, waitForProvider } from '#web/lib/visit.ts'
import { isCallback } from './answer.ts'
import { checkSession } from './session-check.ts'

const firstWaitMs = 2_000
const longestWaitMs = 60_000
/** How long the first screen waits for the renewal of a sign-in that has expired. */
const firstScreenWaitMs = 5_000

/**
 * Keeps the session as long as the provider does. A renewal that fails because the provider cannot be reached is tried
 * again, after a longer wait each time and as soon as the browser is online or its window is visible. Only a refusal by
 * the provider ends the session. Resolves when the first screen may be drawn: one that has expired is renewed before it is found to be
 * over, unless that takes long.
 */
export async function keepRenewed(manager: UserManager): Promise<void> {
  let underWay: Promise<void> | null = null
  let waitMs = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Whoever asks while a renewal is under way waits for that one. */
  function renew(): Promise<void> {
    underWay ??= renewOnce().finally(() => {
      underWay = null
    })
    return underWay
  }

  async function renewOnce(): Promise<void> {
    if (!storedUser()) return
    stopWaiting()
    try {
      await manager.signinSilent()
    } catch (error) {
      if (isRefusal(error)) await end(manager)
      else tryAgain()
    }
  }

  function stopWaiting(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function tryAgain(): void {
    if (isExpired()) waitForProvider()
    stopWaiting()
    timer = setTimeout(() => void renew(), waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }

  function whenPossible(): void {
    if (document.visibilityState === 'visible' && (timer !== undefined || isExpired())) void renew()
  }

  recallVisit()
  noteUse()
  endWithIdToken(manager)
  renewOneAtATime(manager)
  manager.events.addAccessTokenExpired(() => void renew())
  // Renewed here or in another tab.
  manager.events.addUserLoaded(() => {
    stopWaiting()
    waitMs = firstWaitMs
  })
  // The library tries once, a minute before the token expires. A refusal is handled when the token has expired.
  manager.events.addSilentRenewError((error) => {
    if (!isRefusal(error)) tryAgain()
  })
  window.addEventListener('online', whenPossible)
  document.addEventListener('visibilitychange', whenPossible)
  checkSession(manager, renew)
  // Whoever comes back from the provider has a new sign-in in the address.
  if (!isExpired() || isCallback(window.location)) return
  const isSlow = await Promise.race([
    renew().then(() => false),
    new Promise<true>((go) => setTimeout(() => go(true), firstScreenWaitMs)),
  ])
  if (isSlow) waitForProvider()
  // An expired token leads to `/` from wherever a visitor may not look (specification, section 4).
  else if (!usableUser() && timer === undefined) endVisit(isPublicPath(window.location.pathname) ? 'over' : 'expired')
}

async function end(manager: UserManager): Promise<void> {
  const begin = beginOf(storedUser()?.id_token)
  endVisit('over', isUnused() || (begin !== null && isLong(Date.now() - begin * 1_000)))
  await manager.removeUser()
}

function isExpired(): boolean {
  return storedUser() !== null && usableUser() === null
}

/**
 * Whether the provider refused (`invalid_grant`, `login_required` …); false if it could not be reached or has failed
 * itself.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof ErrorResponse && !['server_error', 'temporarily_unavailable'].includes(error.error ?? '')
}

/**
 * A session ends with whichever of its tokens ends first, and is renewed before that; the library watches the access token
 * alone. An answer that brings no new id token is not asked for anew: it would bring none again.
 */
function endWithIdToken({ events }: UserManager): void {
  const load = events.load.bind(events)
  events.load = (user, isNew) => {
    const end = endOf(user.id_token)
    const isAhead = end !== null && end * 1000 > Date.now()
    if (end !== null && (isAhead || isNew === false)) user.expires_at = Math.min(end, user.expires_at ?? end)
    return load(user, isNew)
  }
}

/**
 * All tabs hold the same refresh token, and a provider that accepts each token only once may end a session whose token
 * it receives twice (the embedded one allows it for some seconds). So one tab renews at a time, and a tab that had to
 * wait takes over the new token. Browsers offer locks over https only.
 */
function renewOneAtATime(manager: UserManager): void {
  const renew = manager.signinSilent.bind(manager)
  manager.signinSilent = async (how) => {
    // A page that is left open does not keep a session that nobody uses.
    if (isUnused()) {
      await manager.revokeTokens(['refresh_token']).catch(() => undefined)
      await end(manager)
      return null
    }
    if (!('locks' in navigator)) return renew(how)
    const before = storedUser()?.access_token
    return navigator.locks.request('session.renewal', () =>
      storedUser()?.access_token === before ? renew(how) : manager.getUser(true),
    )
  }
}
