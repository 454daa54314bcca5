import type { Middleware } from 'swr'
import { kept } from './kept-store.ts'
import { presentAddress } from './present-address.ts'
import { storeOf } from './store.ts'

/** When the answers of the present page came from the registry, in ms since 1970. */
const shownAt = new Map<string, number>()
let shownPage = ''
const oldest = storeOf<number | null>(null)

/** When the oldest answer of the present page came. */
export const useOldestShown = oldest.use

function noteShown(address: string, at: number): void {
  const page = presentAddress()
  if (page !== shownPage) shownAt.clear()
  shownPage = page
  shownAt.set(address, at)
  oldest.set(Math.min(...shownAt.values()))
}

/** Keeps a member's answers, and answers reads that did not reach the registry with what was kept. */
export const keepReads: Middleware = (useNext) => (key, fetcher, config) => {
  type Fetcher = NonNullable<typeof fetcher>
  const keeping: Fetcher = async (address: string) => {
    try {
      const answer = await fetcher?.(address)
      keep(address, answer)
      return answer as Awaited<ReturnType<Fetcher>>
    } catch (failure) {
      if (!(failure instanceof TypeError)) throw failure
      return recall(address, failure) as ReturnType<Fetcher>
    }
  }
  return useNext(key, fetcher && keeping, config)
}

function keep(address: string, answer: unknown): void {
  const at = Date.now()
  noteShown(address, at)
  void kept.keep(address, { answer, at }, presentAddress()).catch(() => undefined)
}

/** Throws `failure` if nothing was kept. */
async function recall(address: string, failure: unknown): Promise<unknown> {
  // Loaded on demand: the first page has a connection.
  const isGone = await import('./line.ts').then(
    (line) => line.suspectLine(),
    () => false,
  )
  const found = isGone && (await kept.recall(address).catch(() => null))
  if (!found) throw failure
  noteShown(address, found.at)
  return found.answer
}
