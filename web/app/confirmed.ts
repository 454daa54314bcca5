/** Changes when the person has signed in anew in another window, after the new tokens. */
export const confirmedKey = 'session.confirmed'

/** Whom a sign-in in a window of its own confirms, by its state; null for others. */
export function confirmedBy(state: unknown): string | null {
  const subject = typeof state === 'object' && state !== null ? Reflect.get(state, 'confirms') : null
  return typeof subject === 'string' ? subject : null
}
