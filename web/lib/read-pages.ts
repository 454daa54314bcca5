import type { CallOf, Endpoint } from '#shared/contract/endpoint.ts'
import { addressOf, read } from './call.ts'

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
  query: { _zod: { input: Query } }
  reply: { _zod: { output: Page<Item> } }
}

/** A list whose query can come from the page's address. */
export type ListCall<Item, Query = unknown> = (ListEndpoint<Item, Query> | CallOf<ListEndpoint<Item, Query>>) & {
  queryFields: readonly string[]
}

/** Reads a whole list, page by page. */
export async function readPages<Item>(
  endpoint: ListEndpoint<Item> | CallOf<ListEndpoint<Item>>,
  query: unknown,
  asUser: boolean,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const address = addressOf(endpoint, { query: { ...Object(query), limit: perPage, cursor } })
    const page: Page<Item> = await read(endpoint, address, asUser)
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
