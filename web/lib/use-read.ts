import { useCallback, useState } from 'react'
import useSWR, { SWRConfig, type SWRConfiguration, useSWRConfig } from 'swr'
import { firstCalls } from '#shared/contract/calls.ts'
import type { CallOf, Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import { addressOf, CallError, type Inputs, read } from './call.ts'
import { isTokenExpired } from './session.ts'

const isSlowConnection =
  typeof navigator !== 'undefined' &&
  ['slow-2g', '2g'].includes((navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType ?? '')

/** How reads behave (specification, section 9), in milliseconds; the first value of a pair is for slow connections. */
export const readTimes = {
  retryBaseMs: isSlowConnection ? 10_000 : 5_000,
  dedupeMs: 2_000,
  focusThrottleMs: 5_000,
  slowAfterMs: isSlowConnection ? 5_000 : 3_000,
}

/**
 * The settings of the app's SWRConfig. Each retry waits longer, and at least as long as the server asked for. Not retried are failures that asking again would not
 * change: a 404 on the account, which means "none yet", 401, 403 and an expired token.
 */
export const readSettings: SWRConfiguration = {
  errorRetryInterval: readTimes.retryBaseMs,
  dedupingInterval: readTimes.dedupeMs,
  focusThrottleInterval: readTimes.focusThrottleMs,
  loadingTimeout: readTimes.slowAfterMs,
  shouldRetryOnError: (error: unknown) =>
    error instanceof CallError
      ? ![401, 403].includes(error.status) && !(error.call === firstCalls.readAccount.name && error.status === 404)
      : !isTokenExpired(error),
  onErrorRetry(error: unknown, key, config, ...rest) {
    const askedMs = error instanceof CallError ? error.retryAfterMs : 0
    // The delays of SWR are never shorter than the interval.
    const errorRetryInterval = Math.max(config.errorRetryInterval, askedMs)
    SWRConfig.defaultValue.onErrorRetry(error, key, { ...config, errorRetryInterval }, ...rest)
  },
}

/** A read as a screen sees it. */
export interface Read<Data> {
  data: Data | undefined
  error: Error | undefined
  /** Whether fetching takes longer than the slow-loading limit. */
  slow: boolean
  /** Whether it is being fetched, for the first time or again. */
  fetching: boolean
  /** Reads again now. */
  retry: () => void
}

/** Options of a read; see `useRead`. */
interface Reading<Data> {
  asUser?: boolean | undefined
  keep?: boolean | undefined
  everyMs?: number | ((data: Data | undefined) => number) | undefined
}

/**
 * Reads what an endpoint returns; screens that ask for the same share one read. `when: false` waits.
 * Public calls send no token; `asUser` sends one where the signed-in person may see more than visitors.
 * `keep` shows the last reply while a changed query is fetched (lists), `everyMs` reads again on a timer (0: never).
 */
export function useRead<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  inputs: Inputs<E> & Reading<ReplyOf<E>> & { when?: boolean } = {},
): Read<ReplyOf<E>> {
  const { when = true, asUser, keep, everyMs } = inputs
  return useReadAt(endpoint, when ? addressOf(endpoint, inputs) : null, { asUser, keep, everyMs })
}

/** The same for a complete address; null waits. */
export function useReadAt<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  address: string | null,
  { asUser = false, keep = false, everyMs = 0 }: Reading<ReplyOf<E>>,
): Read<ReplyOf<E>> {
  const [slowAddress, setSlowAddress] = useState<string | null>(null)
  const { data, error, isValidating, mutate } = useSWR<ReplyOf<E>, Error>(
    address,
    (asked: string) => read(endpoint, asked, asUser),
    { keepPreviousData: keep, refreshInterval: everyMs, onLoadingSlow: setSlowAddress },
  )
  const retry = useCallback(() => void mutate(), [mutate])
  // The reply to an earlier query must not be shown for a query that failed.
  const { cache } = useSWRConfig()
  const isKept = error !== undefined && address !== null && cache.get(address)?.data === undefined
  return {
    data: isKept ? undefined : data,
    error,
    slow: isValidating && slowAddress === address,
    fetching: isValidating,
    retry,
  }
}
