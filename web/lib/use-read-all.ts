import useSWR from 'swr'
import type { Endpoint, QueryOf } from '#shared/contract/endpoint.ts'
import { addressOf, read } from './call.ts'
import type { Read } from './use-read.ts'

/** Pages that are read at most, of 200 items each. */
const mostPages = 50

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** A list read to its end, page by page: for sums and choices, where a page is not enough. */
export function useReadAll<Item>(
  endpoint: Endpoint & { reply: { _zod: { output: Page<Item> } } },
  { query, when = true }: { query?: QueryOf<Endpoint>; when?: boolean } = {},
): Read<Item[]> {
  const { data, error, isValidating, mutate } = useSWR<Item[], Error>(
    when ? addressOf(endpoint, { query: { ...Object(query), limit: 200 } }) : null,
    async (address: string) => {
      const items: Item[] = []
      let cursor: string | null = ''
      for (let page = 0; page < mostPages && cursor !== null; page++) {
        const part: Page<Item> = await read(
          endpoint,
          cursor ? `${address}&cursor=${encodeURIComponent(cursor)}` : address,
          false,
        )
        items.push(...part.items)
        cursor = part.nextCursor
      }
      return items
    },
  )
  return { data, error, slow: false, fetching: isValidating, retry: () => void mutate() }
}
