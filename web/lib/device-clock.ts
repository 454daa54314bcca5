/** What is less may be the way of the answer, and disturbs nothing. */
const bearableMs = 60_000

/** By how much the device's clock is ahead of the registry's, in ms (negative: behind); 0 if they agree or the registry does not answer. */
export async function clockAheadMs(): Promise<number> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  const registry = Date.parse(answer?.headers.get('date') ?? '')
  const ahead = Number.isNaN(registry) ? 0 : Date.now() - registry
  return Math.abs(ahead) > bearableMs ? ahead : 0
}
