import { tabStorage } from './site-storage.ts'
import { storeOf } from './store.ts'

/** Why a visit cannot go on as it is. `returnTo` is where the reader was, as a path of this site. */
type Trouble =
  /**
   * `expired`: noticed before a call. `refused`: the server refused the token. `over`: the provider does not renew it. `isUnused`: because
   * nobody used the page for long.
   */
  | { what: 'ended'; why: 'expired' | 'refused' | 'over'; isUnused?: boolean; returnTo: string }
  /** The token has expired, and the provider that renews it cannot be reached. */
  | { what: 'unreachable'; returnTo: string }
  /** The registry has suspended the person. */
  | { what: 'suspended' }
  /** The device's clock is so far ahead (negative: behind) that a new sign-in is over at once. */
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
 * Restores after a reload of this tab that its session ended. The reader may have opened another address since: that one is where to
 * return, unless it is the start, to which the app leads by itself.
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

/** Aborted once the reader signs out: reads and streams as that reader end then, because their token is about to be refused. */
export const visiting = leaving.signal

/** From now on the visit ends because the reader signs out, which is no trouble. */
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

/** Where the reader is, or was before the app led to the start. */
export function placeToReturn(): string {
  const now = trouble.get()
  return now && 'returnTo' in now ? now.returnTo : window.location.pathname + window.location.search
}
