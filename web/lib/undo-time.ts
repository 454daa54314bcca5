import { siteStorage } from './site-storage.ts'

/** Seconds in which a decision can be undone; the reader chooses in the profile (WCAG 2.2, 2.2.1). */
export const undoTimes = [10, 30, 120] as const

export function undoSeconds(): number {
  const stored = siteStorage.getItem('undoSeconds')
  return undoTimes.find((seconds) => String(seconds) === stored) ?? undoTimes[0]
}

export function setUndoSeconds(seconds: string): void {
  siteStorage.setItem('undoSeconds', seconds)
}
