import { useState } from 'react'
import type { ZodType } from 'zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { addressOf } from '#web/lib/call.ts'
import { type Read, useReadAt } from '#web/lib/use-read.ts'
import type { Choices } from '#web/ui/combobox.tsx'
import type { Choice } from '#web/ui/field.tsx'

const offered = 20

interface Found<Item> {
  items: Item[]
  /** Only of paged lists. */
  total?: number
}

/** A list endpoint with a search parameter `q`. */
type Searched<Item> = Endpoint & {
  query: { shape: Readonly<Record<string, ZodType>> }
  reply: { _zod: { output: Found<Item> } }
}

/**
 * Loads a combobox's choices. `choiceOf` returns null for items not offered. `first` and `atFirst` (a narrower query)
 * apply while nothing is typed; `known` names a choice that searches may miss. Disabled choices come last. `item` is
 * the chosen item; `hasNone` is true if there is nothing to choose.
 */
export function useChoices<Item>(
  endpoint: Searched<Item>,
  {
    value,
    choiceOf,
    query,
    atFirst,
    asUser = false,
    first = [],
    known = null,
  }: {
    value: string
    choiceOf: (item: Item) => Choice | null
    query?: Readonly<Record<string, unknown>>
    atFirst?: Readonly<Record<string, unknown>>
    asUser?: boolean
    first?: readonly Choice[]
    known?: Choice | null
  },
): Choices & { item: Item | undefined; hasNone: boolean } {
  const [typed, setTyped] = useState('')
  const [chosenItem, setChosenItem] = useState<Item | undefined>(undefined)
  const limit = 'limit' in endpoint.query.shape ? offered : undefined
  const search = (q: string) => addressOf(endpoint, { query: { ...query, ...(q === '' && atFirst), q, limit } })
  const q = typed.trim()
  const page: Read<Found<Item>> = useReadAt(endpoint, search(q), { asUser })

  const items = page.data?.items ?? []
  const hasValue = (id: string) => (item: Item) => choiceOf(item)?.value === id
  const item = chosenItem && hasValue(value)(chosenItem) ? chosenItem : items.find(hasValue(value))
  const named = [...first, known].find((choice) => choice?.value === value)
  // A restored choice has only an id, which the search also finds.
  const isUnnamed = value !== '' && item === undefined && named === undefined
  const byId: Read<Found<Item>> = useReadAt(endpoint, isUnnamed ? search(value) : null, { asUser })
  const found = item ?? byId.data?.items.find(hasValue(value))

  const all = items.flatMap((each) => choiceOf(each) ?? [])
  const offers = [...all.filter(({ disabled }) => !disabled), ...all.filter(({ disabled }) => disabled)]
  return {
    found: page.data && (q === '' ? [...first, ...offers] : offers),
    more: Math.max(0, (page.data?.total ?? 0) - items.length),
    chosen: chosen(),
    item: found,
    hasNone: q === '' && page.data !== undefined && first.length + offers.length === 0,
    hasFailed: (page.error ?? byId.error) !== undefined && (page.data === undefined || (isUnnamed && !byId.data)),
    retry: () => {
      page.retry()
      if (isUnnamed) byId.retry()
    },
    search: setTyped,
    choose: (id) => setChosenItem(items.find(hasValue(id))),
  }

  function chosen(): Choice | null | undefined {
    if (found) return choiceOf(found)
    if (named) return named
    if (value === '') return null
    return byId.data && { value, label: value }
  }
}
