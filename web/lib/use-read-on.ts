import { useRef, useState } from 'react'
import type { CallOf } from '#shared/contract/endpoint.ts'
import { addressOf, read } from './call.ts'
import type { ListEndpoint, Page } from './read-pages.ts'
import { type Read, useReadAt } from './use-read.ts'

const perPage = 20

/** A list of which more is read the further the reader goes. */
export interface ReadOn<Item> extends Read<Page<Item>> {
  /** What has been read so far. */
  items: readonly Item[]
  /** Whether the list has more than that. */
  hasMore: boolean
  /** Reads the next page. A page that cannot be read is asked for again the next time. */
  more: () => void
}

/** Reads the first page of a list, and further ones one by one; when the first page has changed, they are read anew. */
export function useReadOn<Item>(endpoint: ListEndpoint<Item> | CallOf<ListEndpoint<Item>>): ReadOn<Item> {
  const first: Read<Page<Item>> = useReadAt(endpoint, addressOf(endpoint, { query: { limit: perPage } }), {})
  const [further, setFurther] = useState<{ after: Page<Item>; pages: Page<Item>[] } | null>(null)
  const isReading = useRef(false)
  const start = first.data
  const pages = start ? [start, ...(further?.after === start ? further.pages : [])] : []
  const cursor = pages.at(-1)?.nextCursor ?? null

  async function more() {
    if (isReading.current || !start || cursor === null) return
    isReading.current = true
    try {
      const next: Page<Item> = await read(endpoint, addressOf(endpoint, { query: { limit: perPage, cursor } }), false)
      setFurther({ after: start, pages: [...pages.slice(1), next] })
    } finally {
      isReading.current = false
    }
  }

  return {
    ...first,
    items: pages.flatMap(({ items }) => items),
    hasMore: cursor !== null,
    more: () => void more().catch(() => undefined),
  }
}
