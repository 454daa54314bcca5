import { useRef, useState } from 'react'
import type { CallOf } from '#shared/contract/endpoint.ts'
import { addressOf, read } from './call.ts'
import type { ListEndpoint, Page } from './read-pages.ts'
import { type Read, useReadAt } from './use-read.ts'

const perPage = 20

export interface ReadMore<Item> extends Read<Page<Item>> {
  items: readonly Item[]
  hasMore: boolean
  /** Reads the next page; after a failure, the next call retries. */
  more: () => void
}

/** Reads further pages on demand; a changed first page discards them. */
export function useReadMore<Item>(endpoint: ListEndpoint<Item> | CallOf<ListEndpoint<Item>>): ReadMore<Item> {
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
