import { presentAddress } from './present-address.ts'
import { tabStorage } from './site-storage.ts'
import { storeOf } from './store.ts'

/** `returnTo` is a path of this site. */
type SessionProblem =
  /**
   * `expired`: noticed before a call. `refused`: by the server. `over`: the provider does not renew. `isIdle`: after
   * long idleness.
   */
  | { what: 'ended'; why: 'expired' | 'refused' | 'over'; isIdle?: boolean; returnTo: string }
  /** The token has expired, and the provider is unreachable. */
  | { what: 'unreachable'; returnTo: string }
  | { what: 'suspended' }
  /** The device's clock is so far ahead (negative: behind) that new sign-ins expire at once. */
  | { what: 'clock'; aheadMs: number }
  /** The browser blocks site data, which a sign-in needs. */
  | { what: 'storage' }

const key = 'session.ended'
const problem = storeOf<SessionProblem | null>(null)

export const useSessionProblem = problem.use

function change(next: SessionProblem | null): void {
  if (next?.what === 'ended') tabStorage.setItem(key, next.returnTo)
  else tabStorage.removeItem(key)
  problem.set(next)
}

/**
 * Restores the ended session after a reload. The return address is the current one, unless that is the start page, to
 * which the app leads by itself.
 */
export function restoreSessionProblem(): void {
  const before = tabStorage.getItem(key)
  if (before === null) return
  change({ what: 'ended', why: 'over', returnTo: window.location.pathname === '/' ? before : returnPath() })
}

export function endSession(why: 'expired' | 'refused' | 'over', isIdle = false): void {
  const now = problem.get()
  if (now?.what === 'clock' || sessionSignal.aborted || (now?.what === 'ended' && (now.why === why || now.isIdle)))
    return
  change({ what: 'ended', why, isIdle, returnTo: returnPath() })
}

const sessionController = new AbortController()

/** Aborts at sign-out: authenticated reads and streams end before the token is refused. */
export const sessionSignal = sessionController.signal

export function abortSession(): void {
  sessionController.abort()
}

export function reportUnreachableProvider(): void {
  if (problem.get()?.what !== 'unreachable') change({ what: 'unreachable', returnTo: returnPath() })
}

export function reportSuspension(): void {
  if (problem.get()?.what !== 'suspended') change({ what: 'suspended' })
}

export function reportWrongClock(aheadMs: number): void {
  change({ what: 'clock', aheadMs })
}

export function reportBlockedStorage(): void {
  change({ what: 'storage' })
}

export function clearSessionProblem(): void {
  if (problem.get()) change(null)
}

/** The current place, or the one before the app led to the start page. */
export function returnPath(): string {
  const now = problem.get()
  return now && 'returnTo' in now ? now.returnTo : presentAddress()
}
