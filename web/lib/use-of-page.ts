import { site } from './site-config.ts'
import { siteStorage } from './site-storage.ts'

const key = 'session.used'
/** Uses within this interval are not recorded again. */
const notedEveryMs = 30_000
const uses = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Records from now on that somebody uses the registry, for all tabs. */
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

export function isUnused(): boolean {
  return isLong(unusedMs())
}

/** Whether this idle time ends a session. */
export function isLong(unusedForMs: number): boolean {
  const { idleMinutes } = site().oidc
  return idleMinutes !== null && unusedForMs >= idleMinutes * 60_000
}
