import { site } from './site-config.ts'
import { siteStorage } from './site-storage.ts'

const key = 'session.used'
/** A use within so long of the one before is not noted anew. */
const notedEveryMs = 30_000
const uses = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Notes from now on that somebody uses the registry, for all tabs of this browser. */
export function noteUse(): void {
  note()
  for (const use of uses) window.addEventListener(use, note, { passive: true, capture: true })
}

function note(): void {
  if (unusedMs() >= notedEveryMs) siteStorage.setItem(key, new Date().toISOString())
}

function unusedMs(): number {
  return Date.now() - new Date(siteStorage.getItem(key) ?? 0).valueOf()
}

/** Whether nobody has used the registry in this browser for as long as the provider keeps a session without use. */
export function isUnused(): boolean {
  return isLong(unusedMs())
}

/** Whether so long without use ends a session. */
export function isLong(unusedForMs: number): boolean {
  const { idleMinutes } = site().oidc
  return idleMinutes !== null && unusedForMs >= idleMinutes * 60_000
}
