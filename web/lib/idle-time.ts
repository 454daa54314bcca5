import { site } from './site-config.ts'
import { siteStorage } from './site-storage.ts'

const key = 'session.used'
/** Uses within this interval are not recorded again. */
const recordIntervalMs = 30_000
const uses = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Records from now on that somebody uses the registry, for all tabs. */
export function trackActivity(): void {
  note()
  for (const use of uses) window.addEventListener(use, note, { passive: true, capture: true })
}

function note(): void {
  if (idleMs() >= recordIntervalMs) siteStorage.setItem(key, new Date().toISOString())
}

function idleMs(): number {
  return Date.now() - new Date(siteStorage.getItem(key) ?? 0).valueOf()
}

export function isIdle(): boolean {
  return isIdleTimeout(idleMs())
}

/** Whether this idle time ends a session. */
export function isIdleTimeout(idleForMs: number): boolean {
  const { idleMinutes } = site().oidc
  return idleMinutes !== null && idleForMs >= idleMinutes * 60_000
}
