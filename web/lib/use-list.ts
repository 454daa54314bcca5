import { useState } from 'react'
import { addressOf, CallError } from './call.ts'
import type { ListCall, ListEndpoint, Page } from './read-pages.ts'
import { type Read, useReadAt } from './use-read.ts'
import { type UrlList, useUrlList } from './use-url-list.ts'

export const perPage = 25

export interface List<Item> extends UrlList {
  endpoint: ListCall<Item>
  /** Without the cursor; also for exports. */
  query: Readonly<Record<string, unknown>>
  asUser: boolean
  page: Read<Page<Item>>
  /** False while the list waits (`when: false`). */
  isEnabled: boolean
  isNarrowed: boolean
  /** A search, a filter or a later page is chosen. */
  isFiltered: boolean
  /** Chosen values that the server refuses; the list goes without them. */
  leftOut: readonly string[]
  takes: (field: string) => boolean
}

/**
 * Reads a list; query fields outside `given` come from the address. Fields that the server refuses are left out. `sort`
 * is the default order; other options are as for `useRead`. A page has 25 items unless `given` sets a limit.
 */
export function useList<Item, Query>(
  endpoint: ListCall<Item, Query>,
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
  const [refused, setRefused] = useState<readonly string[]>([])
  const isRefused = (field: string, text: string) => refused.includes(valued(field, text))
  const takes = (field: string) => endpoint.queryFields.includes(field) && !(field in given)
  const chosen = endpoint.queryFields.filter((field) => takes(field) && !unfiltering.has(field))
  const textsOf = (field: string) => (takes(field) ? (field === 'sort' ? [url.sort] : url.choice(field)) : [])
  function sentFor(field: string): string | readonly string[] | undefined {
    const [first, ...others] = textsOf(field).filter((text) => text !== '' && !isRefused(field, text))
    return first !== undefined && others.length > 0 ? [first, ...others] : first
  }
  const narrowing = {
    q: sentFor('q'),
    ...Object.fromEntries(chosen.map((field) => [field, sentFor(field)])),
  }
  const query = { ...narrowing, sort: sentFor('sort'), ...given }
  const cursor = isRefused('cursor', url.cursor) ? '' : url.cursor
  const address = addressOf(endpoint, { query: { limit: perPage, ...query, cursor } })
  const page = useReadAt<ListEndpoint<Item>>(endpoint, when ? address : null, { asUser, keep: true, everyMs })
  const newlyRefused = refusedPlaces(page.error).flatMap(([field, place]) => {
    const sent = field === 'cursor' ? [cursor] : [sentFor(field) ?? []].flat()
    return sent.filter((_, index) => place === undefined || String(index) === place).map((text) => valued(field, text))
  })
  if (newlyRefused.length > 0) setRefused([...refused, ...newlyRefused])
  const known = (field: string) => url.choice(field).filter((text) => !isRefused(field, text))
  return {
    ...url,
    filter: (field) => known(field)[0] ?? '',
    choice: known,
    endpoint,
    query,
    asUser,
    page,
    isEnabled: when,
    isNarrowed: chosen.some((field) => url.filter(field) !== '') || url.sort !== sort,
    isFiltered: cursor !== '' || Object.values(narrowing).some((value) => value !== undefined),
    leftOut: ['q', ...chosen].flatMap((field) => url.choice(field).filter((text) => isRefused(field, text))),
    takes,
  }
}

const unfiltering: ReadonlySet<string> = new Set(['limit', 'cursor', 'sort', 'q'])

const valued = (field: string, text: string) => `${field}=${text}`

/** The query fields that the server's refusal names; of a field with several values also which one. */
function refusedPlaces(error: Error | undefined): [field: string, place: string | undefined][] {
  if (!(error instanceof CallError) || error.code !== 'invalid') return []
  const details: unknown = Object(error.body).details
  if (!Array.isArray(details)) return []
  return details.map((detail) => {
    const [field = '', place] = String(Object(detail).path).split('.')
    return [field, place]
  })
}
