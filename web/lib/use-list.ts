import type { ZodType } from 'zod'
import { addressOf } from './call.ts'
import type { ListEndpoint, Page } from './read-pages.ts'
import { type Read, useReadAt } from './use-read.ts'
import { type UrlList, useUrlList } from './use-url-list.ts'

const perPage = 25

/** A list as a screen sees it: what the address says of it, and the page that this finds. */
export interface List<Item> extends UrlList {
  endpoint: ListEndpoint<Item>
  /** What is asked for, without the place in the list: an export asks for the same. */
  query: Readonly<Record<string, unknown>>
  asUser: boolean
  page: Read<Page<Item>>
  /** False while nothing is asked for. */
  isAsked: boolean
  /** Whether a search, a filter or a place in the list is chosen. */
  isFiltered: boolean
  /** Whether the reader may choose this field of the query. */
  takes: (field: string) => boolean
}

/**
 * Reads a list by what the address says: every field of the endpoint's own query that `given` does not decide is taken
 * from there, and left out where the server would refuse it. `sort` is the order without a choice, `when: false` waits;
 * the rest is as for `useRead`. A page has 25 items unless `given` has another limit.
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
    ...Object.fromEntries(chosen.map((field) => [field, valid(shape[field], url.filter(field))])),
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
    isFiltered: url.cursor !== '' || Object.values(narrowing).some((value) => value !== undefined),
    takes,
  }
}

/** What the address says, as the server would take it; undefined where it says nothing or something else. */
function valid(field: ZodType | undefined, text: string): unknown {
  return text === '' ? undefined : field?.safeParse(text).data
}
