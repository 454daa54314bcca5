import type { Middleware } from 'swr'
import { usableUser } from './session.ts'

export interface ReadKeeper {
  keep: (address: string, answer: unknown) => void
  /** Returns what was kept; throws `failure` if nothing was. */
  recall: (address: string, failure: unknown) => Promise<unknown>
}

let keeper: ReadKeeper | null = null
let renewal: Promise<void> | null = null

export function keepReadsBy(next: ReadKeeper): void {
  keeper = next
}

/** Reads with an expired token wait for the renewal: without waiting they would end the visit. */
export function readAfter(next: Promise<void> | null): void {
  renewal = next
}

/** Resolves at once with a usable token, else after the renewal under way. */
export async function whenRenewed(): Promise<void> {
  if (usableUser()) return
  // Others hear of the line before the renewal does.
  await new Promise((resolve) => setTimeout(resolve))
  await renewal
}

/** Lets the keeper see each answer, and answer reads that did not reach the registry. */
export const keepReads: Middleware = (useNext) => (key, fetcher, config) => {
  type Fetcher = NonNullable<typeof fetcher>
  const kept: Fetcher = async (address: string) => {
    try {
      await whenRenewed()
      const answer = await fetcher?.(address)
      keeper?.keep(address, answer)
      return answer as Awaited<ReturnType<Fetcher>>
    } catch (failure) {
      if (!keeper || !(failure instanceof TypeError)) throw failure
      return keeper.recall(address, failure) as ReturnType<Fetcher>
    }
  }
  return useNext(key, fetcher && kept, config)
}
