import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { storedUser, usableUser } from '#web/lib/session.ts'
import { endVisit, recallVisit, waitForProvider } from '#web/lib/visit.ts'
import { checkSession } from './session-check.ts'

const firstWaitMs = 2_000
const longestWaitMs = 60_000

/**
 * Keeps the session as long as the provider does. A renewal that fails because nobody answers is tried again, after a
 * longer wait each time and as soon as the browser is online or looked at; only the provider's own no ends the session.
 */
export function keepRenewed(manager: UserManager): void {
  let isUnderWay = false
  let waitMs = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined

  async function renew(): Promise<void> {
    if (isUnderWay || !storedUser()) return
    isUnderWay = true
    stopWaiting()
    try {
      await manager.signinSilent()
    } catch (error) {
      if (isRefusal(error)) await end(manager)
      else tryAgain()
    } finally {
      isUnderWay = false
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
  if (isExpired()) endVisit('over')
  renewOneAtATime(manager)
  manager.events.addAccessTokenExpired(() => void renew())
  // Renewed here or in another tab.
  manager.events.addUserLoaded(() => {
    stopWaiting()
    waitMs = firstWaitMs
  })
  // The library renews once, a minute before the end, and leaves it at that; a no can wait for the end.
  manager.events.addSilentRenewError((error) => {
    if (!isRefusal(error)) tryAgain()
  })
  window.addEventListener('online', whenPossible)
  document.addEventListener('visibilitychange', whenPossible)
  checkSession(manager, renew)
}

async function end(manager: UserManager): Promise<void> {
  endVisit('over')
  await manager.removeUser()
}

function isExpired(): boolean {
  return storedUser() !== null && usableUser() === null
}

/** Whether the provider said no (`invalid_grant`, `login_required` …), rather than nothing or that it has trouble itself. */
function isRefusal(error: unknown): boolean {
  return error instanceof ErrorResponse && !['server_error', 'temporarily_unavailable'].includes(error.error ?? '')
}

/**
 * All tabs hold the same refresh token, and a provider that takes each but once may end a session whose token is shown twice
 * (ours looks away for some seconds). So one tab renews at a time, and a tab that had to wait takes what the one before it
 * has got. Without https there are no locks.
 */
function renewOneAtATime(manager: UserManager): void {
  const renew = manager.signinSilent.bind(manager)
  manager.signinSilent = async (how) => {
    if (!('locks' in navigator)) return renew(how)
    const before = storedUser()?.access_token
    return navigator.locks.request('session.renewal', () =>
      storedUser()?.access_token === before ? renew(how) : manager.getUser(true),
    )
  }
}
