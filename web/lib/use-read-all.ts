import { useState } from 'react'
import useSWR from 'swr'
import type { CallOf } from '#shared/contract/endpoint.ts'
import { addressOf } from './call.ts'
import { type ListEndpoint, readPages } from './read-pages.ts'
import type { Read } from './use-read.ts'

/** Reads all pages, for sums and choices. `when: false` waits. */
export function useReadAll<Item>(
  endpoint: ListEndpoint<Item> | CallOf<ListEndpoint<Item>>,
  { query, when = true, asUser = false }: { query?: unknown; when?: boolean; asUser?: boolean } = {},
): Read<Item[]> {
  const [slowAddress, setSlowAddress] = useState<string | null>(null)
  const address = when ? addressOf(endpoint, { query: { ...Object(query), limit: 'all' } }) : null
  const { data, error, isValidating, mutate } = useSWR<Item[], Error>(
    address,
    () => readPages(endpoint, query, asUser),
    {
      onLoadingSlow: setSlowAddress,
    },
  )
  const slow = isValidating && slowAddress === address
  return { data, error, isEarlier: false, slow, fetching: isValidating, retry: () => void mutate() }
}
