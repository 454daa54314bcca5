import type { ZodType } from 'zod'
import { addressOf } from './call.ts'
import type { ListEndpoint, Page } from './read-pages.ts'
import { type Read, useReadAt } from './use-read.ts'
import { type UrlList, useUrlList } from './use-url-list.ts'

export const perPage = 25

export interface List<Item> extends UrlList {
  endpoint: ListEndpoint<Item>
  /** Without the cursor; also for exports. */
  query: Readonly<Record<string, unknown>>
  asUser: boolean
  page: Read<Page<Item>>
  /** False while the list waits (`when: false`). */
  isEnabled: boolean
  isNarrowed: boolean
  /** A search, a filter or a later page is chosen. */
  isFiltered: boolean
  takes: (field: string) => boolean
}

/**
 * Reads a list; query fields outside `given` come from the address unless invalid. `sort` is the default order; other
 * options are as for `useRead`. A page has 25 items unless `given` sets a limit.
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
    isEnabled: when,
    isNarrowed: chosen.some((field) => url.filter(field) !== '') || url.sort !== sort,
    isFiltered: url.cursor !== '' || Object.values(narrowing).some((value) => value !== undefined),
    takes,
  }
}

/** Drops invalid values; returns the first if the field accepts no list. */
function validAmong(field: ZodType | undefined, texts: readonly string[]): unknown {
  const read = texts.filter((text) => valid(field, text) !== undefined)
  const [first = '', ...others] = read
  return others.length > 0 && field?.safeParse(read).success ? read : valid(field, first) && first
}

function valid(field: ZodType | undefined, text: string): unknown {
  return text === '' ? undefined : field?.safeParse(text).data
}
