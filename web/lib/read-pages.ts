import type { ZodType } from 'zod'
import type { CallOf, Endpoint } from '#shared/contract/endpoint.ts'
import { addressOf, read } from './call.ts'

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

/** Reads a whole list, page by page; `onPage` receives how many items have been read and how many there are. */
export async function readPages<Item>(
  endpoint: ListEndpoint<Item> | CallOf<ListEndpoint<Item>>,
  query: unknown,
  { asUser = false, onPage }: { asUser?: boolean; onPage?: (read: number, total: number) => void } = {},
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { ...Object(query), limit: perPage, cursor }
    const page: Page<Item> = await read(endpoint, addressOf(endpoint, { query: asked }), asUser)
    items.push(...page.items)
    onPage?.(items.length, Math.max(items.length, page.total))
    cursor = page.nextCursor
  }
  return items
}
