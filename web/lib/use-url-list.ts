import { useCallback } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'

/** The cursors of the earlier pages, from the state of the history entry. */
function trailOf(state: unknown): readonly string[] {
  const trail: unknown = Object(state).trail
  return Array.isArray(trail) && trail.every((cursor) => typeof cursor === 'string') ? trail : []
}

/** Changes start from the window's address, which includes changes that are not rendered yet. */
export function useAddressValues() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (alter: (values: URLSearchParams) => void, options: NavigateOptions) => {
      const values = new URLSearchParams(window.location.search)
      alter(values)
      setParams(values, options)
    },
    [setParams],
  )
  return [params, change] as const
}

/** One value in the address; `initial` is not written. Changes replace the history entry. */
export function useUrlState(name: string, initial = ''): [string, (value: string) => void] {
  const [params, change] = useAddressValues()
  // The trail to a list's earlier pages.
  const { state } = useLocation()
  const set = useCallback(
    (value: string) =>
      change(
        (values) => {
          if (value === initial) values.delete(name)
          else values.set(name, value)
        },
        { replace: true, preventScrollReset: true, state },
      ),
    [name, initial, change, state],
  )
  return [params.get(name) ?? initial, set]
}

/** All in the address, so that a link shows the same list. */
export interface UrlList {
  q: string
  sort: string
  cursor: string
  /** '' if unset. */
  filter: (name: string) => string
  choice: (name: string) => string[]
  setQ: (value: string) => void
  setSort: (value: string) => void
  setFilter: (name: string, value: string) => void
  /** Replaces the values of these filters. */
  setChoices: (choices: Readonly<Record<string, readonly string[]>>) => void
  /** For the Pager; null without such a page. */
  next: (nextCursor: string | null | undefined) => (() => void) | null
  previous: (() => void) | null
}

/** A changed search, order or filter starts at the first page. */
export function useUrlList(defaultSort: string): UrlList {
  const [params, change] = useAddressValues()
  const location = useLocation()
  const cursor = params.get('cursor') ?? ''
  const trail = trailOf(location.state)

  function choose(choices: Readonly<Record<string, readonly string[]>>) {
    change(
      (values) => {
        values.delete('cursor')
        for (const [name, chosen] of Object.entries(choices)) {
          values.delete(name)
          for (const value of chosen) values.append(name, value)
        }
      },
      { replace: true },
    )
  }
  function set(name: string, value: string, initial = '') {
    choose({ [name]: value === initial ? [] : [value] })
  }
  function turnTo(target: string, newTrail: string[]) {
    change(
      (values) => {
        if (target) values.set('cursor', target)
        else values.delete('cursor')
      },
      { state: { trail: newTrail } },
    )
  }
  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? defaultSort,
    cursor,
    filter: (name) => params.get(name) ?? '',
    choice: (name) => params.getAll(name),
    setQ: (value) => set('q', value),
    setSort: (value) => set('sort', value || defaultSort, defaultSort),
    setFilter: (name, value) => set(name, value),
    setChoices: choose,
    next: (nextCursor) => (nextCursor ? () => turnTo(nextCursor, [...trail, cursor]) : null),
    previous: cursor ? () => turnTo(trail.at(-1) ?? '', trail.slice(0, -1)) : null,
  }
}
