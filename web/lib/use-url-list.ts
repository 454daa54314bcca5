import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'

const trailState = z.object({ trail: z.array(z.string()) }).catch({ trail: [] })

/** One value in the address (a tab, a filter); `initial` is not written there. Changes replace the history entry. */
export function useUrlState(name: string, initial = ''): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  // The way back through a list's pages.
  const { state } = useLocation()
  const set = useCallback(
    (value: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === initial) after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true, preventScrollReset: true, state },
      ),
    [name, initial, setParams, state],
  )
  return [params.get(name) ?? initial, set]
}

/** A list's search, order and page, all in the address, so that a link shows the same list. */
export interface UrlList {
  q: string
  sort: string
  cursor: string
  /** A further filter; '' when it is not set. */
  filter: (name: string) => string
  /** Everything that is chosen of a filter of several values. */
  choice: (name: string) => string[]
  setQ: (value: string) => void
  setSort: (value: string) => void
  setFilter: (name: string, value: string) => void
  /** Chooses exactly these values of each of some filters. */
  setChoices: (choices: Readonly<Record<string, readonly string[]>>) => void
  /** Callbacks for the Pager; null where there is no such page. */
  next: (nextCursor: string | null | undefined) => (() => void) | null
  previous: (() => void) | null
}

/** Reads and writes a list's state in the address. A changed search, sort or filter starts at the first page. */
export function useUrlList(defaultSort: string): UrlList {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const cursor = params.get('cursor') ?? ''
  const { trail } = trailState.parse(location.state)

  function changeAll(choices: Readonly<Record<string, readonly string[]>>) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('cursor')
        for (const [name, values] of Object.entries(choices)) {
          after.delete(name)
          for (const value of values) after.append(name, value)
        }
        return after
      },
      { replace: true },
    )
  }
  function change(name: string, value: string, initial = '') {
    changeAll({ [name]: value === initial ? [] : [value] })
  }
  function turnTo(target: string, newTrail: string[]) {
    const after = new URLSearchParams(params)
    if (target) after.set('cursor', target)
    else after.delete('cursor')
    navigate({ pathname: location.pathname, search: after.toString() }, { state: { trail: newTrail } })
  }
  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? defaultSort,
    cursor,
    filter: (name) => params.get(name) ?? '',
    choice: (name) => params.getAll(name),
    setQ: (value) => change('q', value),
    setSort: (value) => change('sort', value || defaultSort, defaultSort),
    setFilter: (name, value) => change(name, value),
    setChoices: changeAll,
    next: (nextCursor) => (nextCursor ? () => turnTo(nextCursor, [...trail, cursor]) : null),
    previous: cursor ? () => turnTo(trail.at(-1) ?? '', trail.slice(0, -1)) : null,
  }
}
