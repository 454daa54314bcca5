import type { ZodType } from 'zod'
import { addressOf } from './call.ts'
import type { ListEndpoint, Page } from './read-pages.ts'
import { type Read, useReadAt } from './use-read.ts'
import { type UrlList, useUrlList } from './use-url-list.ts'

/** How many items a page of a list has. */
export const perPage = 25

/** A list as a screen sees it: its state in the address, and the page that was read. */
export interface List<Item> extends UrlList {
  endpoint: ListEndpoint<Item>
  /** The query without the cursor; an export uses it too. */
  query: Readonly<Record<string, unknown>>
  asUser: boolean
  page: Read<Page<Item>>
  /** False while the list waits (`when: false`). */
  isAsked: boolean
  /** Whether a filter or an order is chosen. */
  isNarrowed: boolean
  /** Whether a search, a filter or a page other than the first is chosen. */
  isFiltered: boolean
  /** Whether the reader may choose this field of the query. */
  takes: (field: string) => boolean
}

/**
 * Reads a list by the address: every field of the endpoint's query that is not in `given` is taken from there, and left
 * out if the server would refuse it. `sort` is the order unless the reader chooses another, `when: false` waits; the
 * rest is as for `useRead`. A page has 25 items unless `given` has another limit.
 */
export function useList<Item, Query>(
  endpoint: ListEndpoint<Item, Query>,
  {
    given = {},
    sort = '',
    when = true,
    asUser = false,
    everyMs,
  }: {
    given?: NoInfer<Partial<Query>>
    sort?: string
    when?: boolean
    asUser?: boolean
    everyMs?: (page: NoInfer<Page<Item>> | undefined) => number
  } = {},
): List<Item> {
  const url = useUrlList(sort)
  const { shape } = endpoint.query
  const takes = (field: string) => field in shape && !(field in given)
  const chosen = Object.keys(shape).filter((field) => takes(field) && !['limit', 'cursor', 'sort', 'q'].includes(field))
  const narrowing = {
    q: takes('q') && url.q !== '' ? url.q : undefined,
    ...Object.fromEntries(chosen.map((field) => [field, validAmong(shape[field], url.choice(field))])),
  }
  const query = { ...narrowing, sort: takes('sort') ? valid(shape.sort, url.sort) : undefined, ...given }
  const address = addressOf(endpoint, { query: { limit: perPage, ...query, cursor: url.cursor } })
  return {
    ...url,
    endpoint,
    query,
    asUser,
    page: useReadAt(endpoint, when ? address : null, { asUser, keep: true, everyMs }),
    isAsked: when,
    isNarrowed: chosen.some((field) => url.filter(field) !== '') || url.sort !== sort,
    isFiltered: url.cursor !== '' || Object.values(narrowing).some((value) => value !== undefined),
    takes,
  }
}

/** Returns the values of a filter in the address that the server would read; the first one where it takes no more. */
function validAmong(field: ZodType | undefined, texts: readonly string[]): unknown {
  const read = texts.filter((text) => valid(field, text) !== undefined)
  const [first = '', ...others] = read
  return others.length > 0 && field?.safeParse(read).success ? read : valid(field, first) && first
}

/** Returns a value of the address as the server would read it; undefined if it is empty or not valid. */
function valid(field: ZodType | undefined, text: string): unknown {
  return text === '' ? undefined : field?.safeParse(text).data
}
