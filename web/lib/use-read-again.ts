import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import type { Call } from '#shared/contract/calls.ts'
import { mayReadAgain } from './use-read.ts'

/** Returns a function that revalidates these calls' cached reads. */
export function useReadAgain(): (stale: readonly Call[]) => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return useCallback(
    (stale) => mutate((address) => typeof address === 'string' && stale.some((call) => isOf(call, address))),
    [mutate],
  )
}

/** Returns a function that revalidates every cached read that may be read again. */
export function useReadAllAgain(): () => Promise<unknown> {
  const { cache, mutate } = useSWRConfig()
  return useCallback(
    () => mutate((address) => typeof address === 'string' && mayReadAgain(cache.get(address)?.error)),
    [cache, mutate],
  )
}

/** Whether a cached address belongs to an endpoint, with any parameters and query. */
export function isOf(endpoint: Call, address: string): boolean {
  const path = address.split('?', 1)[0] ?? ''
  const parts = path.split('/')
  const declared = endpoint.path.split('/')
  return parts.length === declared.length && declared.every((part, at) => part.startsWith(':') || part === parts[at])
}
