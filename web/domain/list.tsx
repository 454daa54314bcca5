import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { Forgiven } from './forgiven.tsx'
import { DateRange } from './list-filters.tsx'

/** `children` renders the current page's items. */
export function ListView<Item>({
  list,
  search,
  filters,
  order,
  acts,
  isBare = false,
  note,
  beside,
  rows = 6,
  failed,
  empty,
  nothingFound,
  emptyAct,
  children,
}: {
  list: List<Item>
  /** The search field's label; without it there is no search. */
  search?: string
  filters?: ReactNode
  /** For screens that hide the column heads. */
  order?: ReactNode
  acts?: ReactNode
  /** Omits the toolbar. */
  isBare?: boolean | undefined
  /** Stands below the toolbar. */
  note?: ReactNode
  /** Stands left of the rows, or above them, also if there are none. */
  beside?: ReactNode
  /** The number of placeholder rows. */
  rows?: number | undefined
  failed?: string
  empty: string
  nothingFound?: string
  emptyAct?: ReactNode
  children: (items: readonly Item[]) => ReactNode
}) {
  const { t } = useTranslation()
  const { page } = list
  const none = <Empty text={list.isFiltered ? (nothingFound ?? t('ui.nothingFound')) : empty} action={emptyAct} />
  const hasDays = list.takes('from') && list.takes('to')
  // Each move of a map reads its list again: a notice for a moment would make the rows jump.
  const from = beside ? { ...page, isEarlier: page.isEarlier && page.slow } : page
  const listed = list.isEnabled ? (
    <Loaded from={from} rows={rows} failed={failed} isEmpty={({ items }) => items.length === 0} empty={none}>
      {({ items, total, totalIsBound, corrected, isSimilar, nextCursor }) => (
        <div aria-busy={page.isEarlier} className={cx(page.isEarlier && 'pointer-events-none opacity-40')}>
          <Forgiven q={list.q} corrected={corrected} isSimilar={isSimilar} className="mb-3 text-sm" />
          {children(items)}
          <Pager
            total={total}
            isBound={totalIsBound}
            shown={items.length}
            onPrevious={list.previous}
            onNext={list.next(nextCursor)}
          />
        </div>
      )}
    </Loaded>
  ) : (
    none
  )
  return (
    <>
      {!isBare && (search || filters || acts) && (
        <Toolbar>
          {search && <SearchField label={search} value={list.q} onChange={list.setQ} />}
          {(filters || hasDays || order) && (
            <Narrowing isNarrowed={list.isNarrowed} orders={Boolean(order)}>
              {filters}
              {hasDays && <DateRange list={list} />}
              {order}
            </Narrowing>
          )}
          {acts && <div className="sm:ml-auto">{acts}</div>}
        </Toolbar>
      )}
      {list.leftOut.length > 0 && (
        <div className="mb-4">
          <Notice
            tone="warn"
            title={t('lists.leftOut', { values: list.leftOut.map((text) => shortened(text)).join(', ') })}
          />
        </div>
      )}
      {note}
      {beside ? (
        <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
          {beside}
          <div className="min-w-0">{listed}</div>
        </div>
      ) : (
        listed
      )}
    </>
  )
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** Hides filters and, with `orders`, the order behind a button on phones. */
function Narrowing({ isNarrowed, orders, children }: { isNarrowed: boolean; orders: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className="sm:hidden">
        <Button
          size="field"
          aria-expanded={isOpen}
          icon={<SlidersHorizontal aria-hidden size={16} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {orders
            ? t(isNarrowed ? 'lists.filtersChosen' : 'lists.filters')
            : t(isNarrowed ? 'lists.filtersAloneChosen' : 'lists.filtersAlone')}
        </Button>
      </div>
      <div className={isOpen ? 'flex w-full flex-wrap items-end gap-3 sm:contents' : 'hidden sm:contents'}>
        {children}
      </div>
    </>
  )
}
