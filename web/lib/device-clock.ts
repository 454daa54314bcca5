import { blameClock } from './visit.ts'

/** What is less may be the way of the answer, and disturbs nothing. */
const bearableMs = 60_000

/** Finds out whether a sign-in that is over at once is so because of the device's clock. */
export async function doubtClock(): Promise<void> {
  const aheadMs = await clockAheadMs()
  if (aheadMs !== 0) blameClock(aheadMs)
}

/** By how much the device's clock is ahead of the registry's, in ms (negative: behind); 0 if they agree or the registry does not answer. */
async function clockAheadMs(): Promise<number> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  const registry = Date.parse(answer?.headers.get('date') ?? '')
  const ahead = Number.isNaN(registry) ? 0 : Date.now() - registry
  return Math.abs(ahead) > bearableMs ? ahead : 0
}
