import type { ZodType } from 'zod'
import type { CallOf, Endpoint } from '#shared/contract/endpoint.ts'
import { addressOf, CallError, read } from './call.ts'

const perPage = 200

export interface Page<Item> {
  items: Item[]
  total: number
  /** The list has more than `total`. */
  totalIsBound?: true | undefined
  /** No exact match; items are spelt similarly. */
  isSimilar?: true | undefined
  /** What was searched in place of the misspelt text. */
  corrected?: string | undefined
  nextCursor: string | null
}

export type ListEndpoint<Item, Query = unknown> = Endpoint & {
  query: { shape: Readonly<Record<string, ZodType>>; _zod: { input: Query } }
  reply: { _zod: { output: Page<Item> } }
}

/** `busy`: the registry asked to wait or did not answer. */
export type Pause = { because: 'busy' | 'offline'; ms: number }

/** Attempts per page, and pauses if the server names none. */
const mostTries = 8
const shortestPauseMs = 1_000
const longestPauseMs = 30_000

/**
 * Reads a whole list; `onPage` receives the items read and the total. With `onPause`, a page is retried after a busy
 * registry or a lost reply, with the server's delay or growing pauses; `onPause` receives each pause, then null. Throws
 * the reason of an aborted `signal`.
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
    const pageQuery = { ...Object(query), limit: perPage, cursor }
    let page: Page<Item>
    try {
      page = await read(endpoint, addressOf(endpoint, { query: pageQuery }), asUser)
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

/** Null if a retry cannot help. */
function pauseAfter(error: unknown, failures: number): Pause | null {
  const growingMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - 1))
  // `fetch` throws this without a complete reply.
  if (error instanceof TypeError) return { because: 'offline', ms: growingMs }
  if (!(error instanceof CallError) || ![429, 502, 503, 504].includes(error.status)) return null
  return { because: 'busy', ms: Math.max(error.retryAfterMs, growingMs) }
}

/** Rejects on abort. */
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
