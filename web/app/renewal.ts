import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { beginOf, endOf } from '#shared/rules/groups.ts'
import { isPublicPath } from '#shared/rules/paths.ts'
import { isIdle, isIdleTimeout, trackActivity } from '#web/lib/idle-time.ts'
import { storedUser, usableUser } from '#web/lib/session.ts'
import { endSession, reportUnreachableProvider, restoreSessionProblem } from '#web/lib/session-problem.ts'
import { isCallback } from './callback.ts'
import { checkSession } from './session-check.ts'

const firstWaitMs = 2_000
const longestWaitMs = 60_000
/** How long the first page waits for a renewal. */
const firstScreenWaitMs = 5_000

/**
 * Renews the session. If the provider is unreachable, retries with growing delays and when the browser is online or
 * visible; only a refusal ends the session. Resolves when the first page may render.
 */
export async function startRenewal(manager: UserManager): Promise<void> {
  let running: Promise<void> | null = null
  let waitMs = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Concurrent callers share one renewal. */
  function renew(): Promise<void> {
    running ??= renewOnce().finally(() => {
      running = null
    })
    return running
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
    if (isExpired()) reportUnreachableProvider()
    stopWaiting()
    timer = setTimeout(() => void renew(), waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }

  function whenPossible(): void {
    if (document.visibilityState === 'visible' && (timer !== undefined || isExpired())) void renew()
  }

  restoreSessionProblem()
  trackActivity()
  endWithIdToken(manager)
  renewOneAtATime(manager)
  manager.events.addAccessTokenExpired(() => void renew())
  // Also in another tab.
  manager.events.addUserLoaded(() => {
    stopWaiting()
    waitMs = firstWaitMs
  })
  // The library tries once, a minute before expiry. `renew` handles refusals.
  manager.events.addSilentRenewError((error) => {
    if (!isRefusal(error)) tryAgain()
  })
  window.addEventListener('online', whenPossible)
  document.addEventListener('visibilitychange', whenPossible)
  checkSession(manager, renew)
  // The address carries a new sign-in.
  if (!isExpired() || isCallback(window.location)) return
  const isSlow = await Promise.race([
    renew().then(() => false),
    new Promise<true>((go) => setTimeout(() => go(true), firstScreenWaitMs)),
  ])
  if (isSlow) reportUnreachableProvider()
  // Elsewhere an expired token leads to `/` (specification, section 4).
  else if (!usableUser() && timer === undefined) endSession(isPublicPath(window.location.pathname) ? 'over' : 'expired')
}

async function end(manager: UserManager): Promise<void> {
  const begin = beginOf(storedUser()?.id_token)
  endSession('over', isIdle() || (begin !== null && isIdleTimeout(Date.now() - begin * 1_000)))
  await manager.removeUser()
}

function isExpired(): boolean {
  return storedUser() !== null && usableUser() === null
}

/** Whether the provider refused (`invalid_grant`, `login_required` …); false if it is unreachable or failing. */
function isRefusal(error: unknown): boolean {
  return error instanceof ErrorResponse && !['server_error', 'temporarily_unavailable'].includes(error.error ?? '')
}

/**
 * The first token to expire ends the session; the library watches only the access token. A renewal without a new id
 * token is not repeated.
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
 * All tabs share a refresh token, and some providers end a session whose token is used twice. So one tab renews, and
 * waiting tabs take over the new token. Locks need https.
 */
function renewOneAtATime(manager: UserManager): void {
  const renew = manager.signinSilent.bind(manager)
  manager.signinSilent = async (how) => {
    // An idle page must not prolong the session.
    if (isIdle()) {
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
