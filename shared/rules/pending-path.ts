import { paths, screen } from './paths.ts'

/** An act that waits or has waited. */
export function pendingPath(pendingId: string): string {
  return screen(paths.wallet, { pending: pendingId })
}

/** The acts of an account that wait or have waited; by default of the reader's. `of`: on which the registry decides. */
export function pendingListPath(
  query: { account?: string; of?: 'registry'; state?: 'waiting' | 'ended'; q?: string } = {},
): string {
  return screen(paths.wallet, { view: 'pending', ...query })
}
