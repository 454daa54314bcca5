import { reportWrongClock } from './session-problem.ts'

/** A smaller difference may be latency. */
const bearableMs = 60_000

/** Reports the device's clock if it is why a new sign-in expires at once. */
export async function checkClock(): Promise<void> {
  const aheadMs = await clockAheadMs()
  if (aheadMs !== 0) reportWrongClock(aheadMs)
}

/** In ms (negative: behind); 0 if the clocks agree or the registry does not answer. */
async function clockAheadMs(): Promise<number> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  const registry = Date.parse(answer?.headers.get('date') ?? '')
  const ahead = Number.isNaN(registry) ? 0 : Date.now() - registry
  return Math.abs(ahead) > bearableMs ? ahead : 0
}
