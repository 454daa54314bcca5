import useSWR from 'swr'
import type { CallOf } from '#shared/contract/endpoint.ts'
import { addressOf } from './call.ts'
import { type ListEndpoint, readPages } from './read-pages.ts'
import type { Read } from './use-read.ts'

/** Reads all pages of a list, for sums and choices. `when: false` waits. */
export function useReadAll<Item>(
  endpoint: ListEndpoint<Item> | CallOf<ListEndpoint<Item>>,
  { query, when = true }: { query?: unknown; when?: boolean } = {},
): Read<Item[]> {
  const { data, error, isValidating, mutate } = useSWR<Item[], Error>(
    when ? addressOf(endpoint, { query: { ...Object(query), limit: 'all' } }) : null,
    () => readPages(endpoint, query),
  )
  return { data, error, isEarlier: false, slow: false, fetching: isValidating, retry: () => void mutate() }
}
