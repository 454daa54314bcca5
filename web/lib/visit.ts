import { tabStorage } from './site-storage.ts'
import { storeOf } from './store.ts'

/** `returnTo` is a path of this site. */
type Trouble =
  /**
   * `expired`: noticed before a call. `refused`: by the server. `over`: the provider does not renew. `isUnused`: after
   * long idleness.
   */
  | { what: 'ended'; why: 'expired' | 'refused' | 'over'; isUnused?: boolean; returnTo: string }
  /** The token has expired, and the provider is unreachable. */
  | { what: 'unreachable'; returnTo: string }
  | { what: 'suspended' }
  /** The device's clock is so far ahead (negative: behind) that new sign-ins expire at once. */
  | { what: 'clock'; aheadMs: number }
  /** The browser blocks site data, which a sign-in needs. */
  | { what: 'storage' }

const key = 'session.ended'
const trouble = storeOf<Trouble | null>(null)

export const useTrouble = trouble.use

function change(next: Trouble | null): void {
  if (next?.what === 'ended') tabStorage.setItem(key, next.returnTo)
  else tabStorage.removeItem(key)
  trouble.set(next)
}

/**
 * Restores the ended session after a reload. The return address is the current one, unless that is the start page, to
 * which the app leads by itself.
 */
export function recallVisit(): void {
  const before = tabStorage.getItem(key)
  if (before === null) return
  change({ what: 'ended', why: 'over', returnTo: window.location.pathname === '/' ? before : placeToReturn() })
}

export function endVisit(why: 'expired' | 'refused' | 'over', isUnused = false): void {
  const now = trouble.get()
  if (now?.what === 'clock' || visiting.aborted || (now?.what === 'ended' && (now.why === why || now.isUnused))) return
  change({ what: 'ended', why, isUnused, returnTo: placeToReturn() })
}

const leaving = new AbortController()

/** Aborts at sign-out: authenticated reads and streams end before the token is refused. */
export const visiting = leaving.signal

export function leaveVisit(): void {
  leaving.abort()
}

export function waitForProvider(): void {
  if (trouble.get()?.what !== 'unreachable') change({ what: 'unreachable', returnTo: placeToReturn() })
}

export function suspendVisit(): void {
  if (trouble.get()?.what !== 'suspended') change({ what: 'suspended' })
}

export function blameClock(aheadMs: number): void {
  change({ what: 'clock', aheadMs })
}

export function needStorage(): void {
  change({ what: 'storage' })
}

export function forgetTrouble(): void {
  if (trouble.get()) change(null)
}

/** The current place, or the one before the app led to the start page. */
export function placeToReturn(): string {
  const now = trouble.get()
  return now && 'returnTo' in now ? now.returnTo : window.location.pathname + window.location.search
}
