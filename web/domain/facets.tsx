import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CallOf, Endpoint } from '#shared/contract/endpoint.ts'
import { addressOf } from '#web/lib/call.ts'
import { useFormat } from '#web/lib/format.ts'
import type { List } from '#web/lib/use-list.ts'
import { type Read, useReadAt } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { FacetPicker } from '#web/ui/facet-picker.tsx'
import type { FacetChoice } from '#web/ui/facet-values.tsx'
import { FailedLine } from '#web/ui/states.tsx'

interface FacetValue {
  value: string
  name: string | null
  count: number
}
interface FacetCounts<Name extends string> {
  facets: { facet: Name; values: FacetValue[]; more: number }[]
  countsAreBounds?: true | undefined
}
type FacetEndpoint<Name extends string> = Endpoint & { reply: { _zod: { output: FacetCounts<Name> } } }
type FacetCall<Name extends string> = (FacetEndpoint<Name> | CallOf<FacetEndpoint<Name>>) & {
  queryFields: readonly string[]
}

/** The default order is the server's. */
export interface FacetWords<Name extends string> {
  facet: (name: Name) => string
  value: (name: Name, value: FacetValue) => string
  order?: (name: Name) => ((one: string, other: string) => number) | undefined
}

export interface Facets<Name extends string> {
  list: List<unknown>
  endpoint: FacetCall<Name>
  query: Readonly<Record<string, unknown>>
  words: FacetWords<Name>
}

/** The facets of a list's search and filters. */
export function facetsOf<Name extends string>(
  list: List<unknown>,
  endpoint: FacetCall<Name>,
  words: FacetWords<Name>,
): Facets<Name> {
  const query = Object.fromEntries(Object.entries(list.query).filter(([field]) => endpoint.queryFields.includes(field)))
  return { list, endpoint, query, words }
}

/** Read where they are shown, so that their arrival does not draw the whole list again. */
function useCounts<Name extends string>({ list, endpoint, query }: Facets<Name>): Read<FacetCounts<Name>> {
  return useReadAt<FacetEndpoint<Name>>(endpoint, addressOf(endpoint, { query }), { asUser: list.asUser, keep: true })
}

/** Hides facets without values. */
export function FacetRow<Name extends string>({ facets, children }: { facets: Facets<Name>; children?: ReactNode }) {
  const { t } = useTranslation()
  const { list } = facets
  const read = useCounts(facets)
  const shown = read.data?.facets.filter(({ facet, values }) => values.length > 0 || list.choice(facet).length > 0)
  return (
    <div className="flex w-full flex-wrap gap-2 sm:order-last sm:min-h-8">
      {shown?.map(({ facet }) => (
        <OneFacet key={facet} facets={facets} read={read} name={facet} />
      ))}
      {read.error && !read.data && (
        <p role="alert" className="text-sm text-bad">
          <FailedLine text={t('facets.failed')} retry={read.retry} />
        </p>
      )}
      {children && <div className="sm:ml-auto">{children}</div>}
    </div>
  )
}

function OneFacet<Name extends string>({
  facets,
  read,
  name,
}: {
  facets: Facets<Name>
  read: Read<FacetCounts<Name>>
  name: Name
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { list, endpoint, query, words } = facets
  const [searchText, setSearchText] = useState('')
  const all = read.data?.facets.find(({ facet }) => facet === name)
  // The server searches truncated lists; others are filtered here.
  const isSearched = (all?.more ?? 0) > 0
  const address =
    isSearched && searchText !== '' ? addressOf(endpoint, { query: { ...query, facet: name, find: searchText } }) : null
  const found: Read<FacetCounts<Name>> = useReadAt<FacetEndpoint<Name>>(endpoint, address, {
    asUser: list.asUser,
    keep: true,
  })
  const listed = address === null ? all : found.data?.facets.find(({ facet }) => facet === name)
  function choices(): FacetChoice[] {
    const order = words.order?.(name)
    const named = (listed?.values ?? []).map((value) => ({
      value: value.value,
      label: words.value(name, value),
      count: `${format.quantity(value.count)}${read.data?.countsAreBounds ? '+' : ''}`,
    }))
    const ordered = order ? named.toSorted((one, other) => order(one.value, other.value)) : named
    return address === null ? ordered.filter(({ label }) => isLike(label, searchText)) : ordered
  }
  return (
    <FacetPicker
      label={words.facet(name)}
      name={t('facets.filter', { facet: words.facet(name) })}
      chosen={list.choice(name)}
      choices={choices}
      isSearchable={isSearched || (all?.values.length ?? 0) > searchedFrom}
      searchText={searchText}
      onSearch={setSearchText}
      note={
        found.error ? (
          <FailedLine text={t('facets.failed')} retry={found.retry} />
        ) : address !== null && !listed ? (
          t('frame.searching')
        ) : (listed?.more ?? 0) > 0 ? (
          t('choices.more', { count: listed?.more ?? 0 })
        ) : null
      }
      onChange={(values) => list.setChoices({ [name]: values })}
    />
  )
}

/** More values get a search field. */
const searchedFrom = 10

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isLike = (label: string, searchText: string) =>
  plain(searchText)
    .split(/\s+/)
    .every((word) => plain(label).includes(word))

export function ChosenFacets<Name extends string>({ facets }: { facets: Facets<Name> }) {
  const { t } = useTranslation()
  const { list, words, endpoint } = facets
  const read = useCounts(facets)
  const counted = read.data?.facets ?? []
  const names = counted.map(({ facet }) => facet).filter((facet) => endpoint.queryFields.includes(facet))
  const chosen = names.flatMap((facet) =>
    list.choice(facet).map((value) => {
      const known = counted.find((one) => one.facet === facet)?.values.find((one) => one.value === value)
      return { facet, value, label: words.value(facet, known ?? { value, name: null, count: 0 }) }
    }),
  )
  if (chosen.length === 0) return null
  return (
    <ul className="mb-4 flex flex-wrap items-center gap-2" aria-label={t('facets.chosen')}>
      {chosen.map(({ facet, value, label }) => (
        <li key={`${facet} ${value}`} className="min-w-0">
          <button
            type="button"
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-edge bg-raised px-3 py-1 text-left text-sm hover:bg-surface pointer-coarse:min-h-11"
            aria-label={t('facets.remove', { facet: words.facet(facet), value: label })}
            onClick={() => list.setChoices({ [facet]: list.choice(facet).filter((one) => one !== value) })}
          >
            <span className="min-w-0 break-words">{t('facets.one', { facet: words.facet(facet), value: label })}</span>
            <X aria-hidden size={14} className="shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="link min-h-8 px-1 text-sm"
          onClick={() => list.setChoices(Object.fromEntries(names.map((facet) => [facet, []])))}
        >
          {t('facets.clear')}
        </button>
      </li>
    </ul>
  )
}
