import type { Middleware } from 'swr'

export interface ReadKeeper {
  keep: (address: string, answer: unknown) => void
  /** Returns what was kept; throws `failure` if nothing was. */
  recall: (address: string, failure: unknown) => Promise<unknown>
}

let keeper: ReadKeeper | null = null

export function keepReadsBy(next: ReadKeeper): void {
  keeper = next
}

/** Lets the keeper see each answer, and answer reads that did not reach the registry. */
export const keepReads: Middleware = (useNext) => (key, fetcher, config) => {
  type Fetcher = NonNullable<typeof fetcher>
  const kept: Fetcher = async (address: string) => {
    try {
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
