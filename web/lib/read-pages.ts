import type { ZodType } from 'zod'
import type { CallOf, Endpoint } from '#shared/contract/endpoint.ts'
import { addressOf, CallError, read } from './call.ts'

const perPage = 200

export interface Page<Item> {
  items: Item[]
  total: number
  /** The list has more than `total`. */
  totalIsBound?: true | undefined
  /** Nothing is spelt like the search; the items are spelt nearly so. */
  isSimilar?: true | undefined
  nextCursor: string | null
}

/** A call that returns a list, page by page. */
export type ListEndpoint<Item, Query = unknown> = Endpoint & {
  query: { shape: Readonly<Record<string, ZodType>>; _zod: { input: Query } }
  reply: { _zod: { output: Page<Item> } }
}

/** Why reading pauses: the registry asked for it or did not answer, or cannot be reached. */
export type Pause = { because: 'busy' | 'offline'; ms: number }

/** How often one page is asked for before the reading fails, and how long the pauses between are where the server names none. */
const mostTries = 8
const shortestPauseMs = 1_000
const longestPauseMs = 30_000

/**
 * Reads a whole list, page by page; `onPage` receives how many items have been read and how many there are. With `onPause`, a page
 * that the registry was too busy for, or whose answer was lost, is asked for again: after as long as the server says, or else after
 * growing pauses. `onPause` receives each pause, and null when reading goes on. Once `signal` is aborted the reading fails with its reason.
 */
export async function readPages<Item>(
  endpoint: ListEndpoint<Item> | CallOf<ListEndpoint<Item>>,
  query: unknown,
  {
    asUser = false,
    onPage,
    onPause,
    signal,
  }: {
    asUser?: boolean
    onPage?: (read: number, total: number) => void
    onPause?: (pause: Pause | null) => void
    signal?: AbortSignal
  } = {},
): Promise<Item[]> {
  const items: Item[] = []
  let tries = 0
  for (let cursor: string | null | undefined; cursor !== null; ) {
    signal?.throwIfAborted()
    const asked = { ...Object(query), limit: perPage, cursor }
    let page: Page<Item>
    try {
      page = await read(endpoint, addressOf(endpoint, { query: asked }), asUser)
    } catch (error) {
      tries += 1
      const pause = pauseAfter(error, tries)
      if (!onPause || !pause || tries === mostTries) throw error
      onPause(pause)
      await passed(pause.ms, signal)
      onPause(null)
      continue
    }
    tries = 0
    items.push(...page.items)
    onPage?.(items.length, Math.max(items.length, page.total))
    cursor = page.nextCursor
  }
  signal?.throwIfAborted()
  return items
}

/** The pause after some failures in a row; null after one that another try would not mend. */
function pauseAfter(error: unknown, failures: number): Pause | null {
  const growingMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - 1))
  // What fetch throws where no answer came, or not all of one.
  if (error instanceof TypeError) return { because: 'offline', ms: growingMs }
  if (!(error instanceof CallError) || ![429, 502, 503, 504].includes(error.status)) return null
  return { because: 'busy', ms: Math.max(error.retryAfterMs, growingMs) }
}

/** Waits; fails with the signal's reason as soon as it is aborted. */
function passed(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
