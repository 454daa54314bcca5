import { useCallback, useState } from 'react'
import useSWR, { SWRConfig, type SWRConfiguration, useSWRConfig } from 'swr'
import { firstCalls } from '#shared/contract/calls.ts'
import type { CallOf, Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import { addressOf, CallError, type Inputs, read } from './call.ts'
import { isTokenExpired } from './session.ts'

const isSlowConnection =
  typeof navigator !== 'undefined' &&
  ['slow-2g', '2g'].includes((navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType ?? '')

/** In ms (specification, section 9); the first value of a pair is for slow connections. */
export const readTimes = {
  retryBaseMs: isSlowConnection ? 10_000 : 5_000,
  dedupeMs: 2_000,
  focusThrottleMs: 5_000,
  slowAfterMs: isSlowConnection ? 5_000 : 3_000,
}

/** False for an expired token, and for a 404 on the account, which means "none yet". */
export function mayReadAgain(error: unknown): boolean {
  return error instanceof CallError
    ? error.call !== firstCalls.readAccount.name || error.status !== 404
    : !isTokenExpired(error)
}

/** Retries wait longer each time, and at least as long as the server asks. */
export const readSettings: SWRConfiguration = {
  errorRetryInterval: readTimes.retryBaseMs,
  dedupingInterval: readTimes.dedupeMs,
  focusThrottleInterval: readTimes.focusThrottleMs,
  loadingTimeout: readTimes.slowAfterMs,
  shouldRetryOnError: mayReadAgain,
  onErrorRetry(error: unknown, key, config, ...rest) {
    const retryAfterMs = error instanceof CallError ? error.retryAfterMs : 0
    // SWR's delays are never shorter than the interval.
    const errorRetryInterval = Math.max(config.errorRetryInterval, retryAfterMs)
    SWRConfig.defaultValue.onErrorRetry(error, key, { ...config, errorRetryInterval }, ...rest)
  },
}

export interface Read<Data> {
  data: Data | undefined
  error: Error | undefined
  /** `data` answers an earlier query while this one loads. */
  isEarlier: boolean
  /** The first load exceeds the slow-loading limit. */
  slow: boolean
  fetching: boolean
  retry: () => void
}

interface Reading<Data> {
  asUser?: boolean | undefined
  keep?: boolean | undefined
  everyMs?: number | ((data: Data | undefined) => number) | undefined
}

/**
 * Reads an endpoint; equal reads are shared. `when: false` waits. `asUser` sends the token on a public call. `keep`
 * shows the last reply while a changed query loads; `everyMs` polls (0: never).
 */
export function useRead<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  inputs: Inputs<E> & Reading<ReplyOf<E>> & { when?: boolean } = {},
): Read<ReplyOf<E>> {
  const { when = true, asUser, keep, everyMs } = inputs
  return useReadAt(endpoint, when ? addressOf(endpoint, inputs) : null, { asUser, keep, everyMs })
}

/** For a complete address; null waits. */
export function useReadAt<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  address: string | null,
  { asUser = false, keep = false, everyMs = 0 }: Reading<ReplyOf<E>>,
): Read<ReplyOf<E>> {
  const [slowAddress, setSlowAddress] = useState<string | null>(null)
  const { data, error, isValidating, mutate } = useSWR<ReplyOf<E>, Error>(
    address,
    (key: string) => read(endpoint, key, asUser),
    { keepPreviousData: keep, refreshInterval: everyMs, onLoadingSlow: setSlowAddress },
  )
  const retry = useCallback(() => void mutate(), [mutate])
  const { cache } = useSWRConfig()
  const isKnown = address !== null && cache.get(address)?.data !== undefined
  // A failed query must not show an earlier query's reply.
  const shown = error !== undefined && !isKnown ? undefined : data
  return {
    data: shown,
    error,
    isEarlier: shown !== undefined && address !== null && !isKnown,
    slow: isValidating && slowAddress === address && !isKnown,
    fetching: isValidating,
    retry,
  }
}
