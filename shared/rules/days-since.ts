const dayMs = 24 * 60 * 60 * 1000

/** Whole days from an ISO time. */
export function daysSince(time: string, now = Date.now()): number {
  return Math.max(0, Math.floor((now - Date.parse(time)) / dayMs))
}
