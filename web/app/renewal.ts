import { ErrorResponse } from 'oidc-client-ts'
import { isPublicPath } from '#shared/rules/paths.ts'
import { isIdle, trackActivity } from '#web/lib/idle-time.ts'
import { callAfter, storedUser, usableUser } from '#web/lib/session.ts'
import { endSession, reportUnreachableProvider, restoreSessionProblem } from '#web/lib/session-problem.ts'
import { isCallback } from './callback.ts'
import { checkSession } from './session-check.ts'
import type { SessionManager } from './session-manager.ts'

const firstWaitMs = 2_000
const longestWaitMs = 60_000
/** How long the first page waits for a renewal. */
const firstScreenWaitMs = 5_000

/**
 * Renews the session. If the provider is unreachable, retries with growing delays and when the browser is online or
 * visible; only a refusal ends the session. Resolves when the first page may render.
 */
export async function startRenewal(manager: SessionManager): Promise<void> {
  let running: Promise<void> | null = null
  let waitMs = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Concurrent callers share one renewal. */
  function renew(): Promise<void> {
    running ??= renewOnce().finally(() => {
      running = null
      callAfter(null)
    })
    callAfter(running)
    return running
  }

  async function renewOnce(): Promise<void> {
    if (!storedUser()) return
    stopWaiting()
    try {
      await manager.signinSilent()
    } catch (error) {
      if (isRefusal(error)) await manager.end()
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
  // Without a network an expired token still opens the app, but not after long idleness.
  if (navigator.onLine === false && storedUser() && isIdle()) await manager.end()
  trackActivity()
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

function isExpired(): boolean {
  return storedUser() !== null && usableUser() === null
}

/** Whether the provider refused (`invalid_grant`, `login_required` …); false if it is unreachable or failing. */
function isRefusal(error: unknown): boolean {
  return error instanceof ErrorResponse && !['server_error', 'temporarily_unavailable'].includes(error.error ?? '')
}
