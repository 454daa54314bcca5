import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from './cx.ts'
import type { GlossaryWord } from './glossary-word.ts'
import { Word } from './word.tsx'

export interface Column<Row> {
  /** Unique in the table. */
  label: string
  /** Explains the label. */
  word?: GlossaryWord
  cell: (row: Row) => ReactNode
  /** Aligns right, in digits of equal width. */
  figure?: boolean
  /** Hidden on phones; the row's page shows it. */
  isDetail?: boolean
  /** Holds buttons; narrow rows omit the label. */
  isAct?: boolean
  /** The server's sort key; omit it to disable sorting. */
  sort?: string
}

/**
 * Narrow screens show each row as a block of names and values, phones as compact lines. `sort` is `name` or `-name`
 * (descending). The first column names the row.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
}) {
  return (
    <table className="block w-full lg:table lg:border-collapse" aria-label={label}>
      {/* Hidden elements may not take focus; narrow cells show their own labels. */}
      <thead className="max-lg:hidden">
        <tr className="lg:border-b lg:border-line">
          {columns.map((column) => (
            <HeadCell key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="flex flex-col max-sm:border-t max-sm:border-line sm:gap-3 lg:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="flex flex-wrap items-center gap-x-3 border-b border-line py-2 max-sm:text-sm sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:items-stretch sm:max-lg:gap-x-10 sm:max-lg:rounded-md sm:max-lg:border sm:max-lg:bg-surface sm:p-3 lg:table-row lg:p-0 lg:hover:bg-surface"
          >
            {columns.map((column, index) => (
              <Cell key={column.label} column={column} isName={index === 0}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether a text has a word that would make the column too wide. */
function isEndless(text: ReactNode): boolean {
  return typeof text === 'string' && /\S{30}/.test(text)
}

function Cell<Row>({ column, isName, children }: { column: Column<Row>; isName: boolean; children: ReactNode }) {
  const nothing = children === null || children === undefined || children === ''
  const classes = cx(
    'items-baseline gap-1.5 text-left sm:justify-between sm:gap-4 sm:py-1 lg:table-cell lg:px-3 lg:py-2.5 lg:align-middle lg:first:pl-0 lg:last:pr-0',
    column.figure && 'tabular lg:text-right',
    isName ? 'font-medium' : 'font-normal',
    nothing ? 'max-lg:hidden' : column.isDetail ? 'max-sm:hidden sm:flex' : 'flex',
  )
  const inside = (
    <>
      {column.label && !isName && !column.isAct && (
        <span className="shrink-0 text-sm text-ink-faint lg:hidden">{column.label}</span>
      )}
      <span
        className={cx(
          'min-w-0 break-words max-lg:wrap-anywhere sm:max-lg:text-right',
          isEndless(children) && 'lg:wrap-anywhere',
        )}
      >
        {nothing ? '–' : children}
      </span>
    </>
  )
  return isName ? (
    <th
      scope="row"
      className={cx(classes, 'basis-full max-sm:text-base sm:max-lg:col-span-2 max-lg:[&>span]:text-left')}
    >
      {inside}
    </th>
  ) : (
    <td className={classes}>{inside}</td>
  )
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}) {
  const { t } = useTranslation()
  const direction = column.sort && sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : null
  const Sign = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ArrowUpDown
  const classes = cx(
    'px-3 py-2 text-sm font-medium whitespace-nowrap text-ink-soft first:pl-0 last:pr-0',
    column.figure ? 'text-right' : 'text-left',
  )
  if (!column.sort || !onSort) {
    return (
      <th scope="col" className={classes}>
        {column.word ? <Word of={column.word}>{column.label}</Word> : column.label}
        {!column.label && <span className="sr-only">{t('ui.actions')}</span>}
      </th>
    )
  }
  const next = direction === 'ascending' ? `-${column.sort}` : column.sort
  return (
    <th scope="col" className={classes} aria-sort={direction ?? 'none'}>
      <button type="button" className="inline-flex items-center gap-1 hover:text-ink" onClick={() => onSort(next)}>
        {column.label}
        <Sign aria-hidden size={14} className={direction ? 'text-accent' : 'text-ink-faint'} />
      </button>
    </th>
  )
}
