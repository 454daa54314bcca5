import { useSyncExternalStore } from 'react'

/** Why a visit cannot go on as it is. `returnTo` is where the reader was, as a path of this site. */
export type Trouble =
  /** `expired`: a call needed a token that had run out. `refused`: the server refused it. `over`: the provider renews it no more. */
  | { what: 'ended'; why: 'expired' | 'refused' | 'over'; returnTo: string }
  /** The token has run out, and whoever renews it cannot be reached. */
  | { what: 'unreachable'; returnTo: string }
  /** The registry has suspended the person. */
  | { what: 'suspended' }

const key = 'session.ended'
let trouble: Trouble | null = null
const listeners = new Set<() => void>()

function tell(next: Trouble | null): void {
  trouble = next
  if (next?.what === 'ended') sessionStorage.setItem(key, next.returnTo)
  else sessionStorage.removeItem(key)
  for (const listener of listeners) listener()
}

/** That a session ended is still said after a reload of this tab. */
export function recallVisit(): void {
  const returnTo = sessionStorage.getItem(key)
  if (returnTo !== null) trouble = { what: 'ended', why: 'over', returnTo }
}

export function endVisit(why: 'expired' | 'refused' | 'over'): void {
  if (trouble?.what !== 'ended' || trouble.why !== why) tell({ what: 'ended', why, returnTo: placeToReturn() })
}

export function waitForProvider(): void {
  if (trouble?.what !== 'unreachable') tell({ what: 'unreachable', returnTo: placeToReturn() })
}

export function suspendVisit(): void {
  if (trouble?.what !== 'suspended') tell({ what: 'suspended' })
}

export function forgetTrouble(): void {
  if (trouble) tell(null)
}

export function useTrouble(): Trouble | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => trouble,
  )
}

/** Where the reader is, or was before being led away from there. */
export function placeToReturn(): string {
  if (trouble && 'returnTo' in trouble) return trouble.returnTo
  return window.location.pathname + window.location.search
}
