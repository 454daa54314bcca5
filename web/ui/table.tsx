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
  /** Hidden below 1024 pixels; the row's page shows it. */
  isDetail?: boolean
  /** Holds buttons; narrow rows omit the label. */
  isAct?: boolean
  /** The server's sort key; omit it to disable sorting. */
  sort?: string
}

/** Columns below 1024 pixels; the last ones before the buttons give way. */
const mostBelowWide = 6

/**
 * Screens below 768 pixels show each row as compact lines, those below 1024 pixels fewer columns. `sort` is `name` or `-name`
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
  const shown = columns.filter(({ isDetail }) => !isDetail)
  const isAct = (column: Column<Row>) => column.isAct === true
  const ceding = shown.filter((column) => !isAct(column)).slice(mostBelowWide - shown.filter(isAct).length)
  return (
    <table className="block w-full md:table md:border-collapse" aria-label={label}>
      {/* Hidden elements may not take focus; compact lines show their own labels. */}
      <thead className="max-md:hidden">
        <tr className="border-b border-line">
          {columns.map((column) => (
            <HeadCell
              key={column.label}
              column={column}
              isCeding={column.isDetail || ceding.includes(column)}
              sort={sort}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody className="flex flex-col max-md:border-t max-md:border-line md:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="flex flex-wrap items-center gap-x-3 border-b border-line py-2 max-lg:text-sm md:table-row md:hover:bg-surface"
          >
            {columns.map((column, index) => (
              <Cell key={column.label} column={column} isName={index === 0} isCeding={ceding.includes(column)}>
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
export function isEndless(text: ReactNode): boolean {
  return typeof text === 'string' && /\S{30}/.test(text)
}

function Cell<Row>({
  column,
  isName,
  isCeding,
  children,
}: {
  column: Column<Row>
  isName: boolean
  isCeding: boolean
  children: ReactNode
}) {
  const nothing = children === null || children === undefined || children === ''
  const classes = cx(
    'items-baseline gap-1.5 text-left md:px-2 md:py-2.5 md:align-middle md:first:pl-0 md:last:pr-0 lg:px-3',
    column.figure && 'tabular md:text-right',
    isName ? 'font-medium' : 'font-normal',
    column.isDetail || nothing ? 'hidden' : 'flex',
    column.isDetail ? 'lg:table-cell' : isCeding ? 'md:hidden lg:table-cell' : 'md:table-cell',
  )
  const inside = (
    <>
      {column.label && !isName && !column.isAct && (
        <span className="shrink-0 text-sm text-ink-faint md:hidden">{column.label}</span>
      )}
      <span
        className={cx(
          'min-w-0 break-words',
          isName ? 'max-lg:wrap-anywhere' : 'max-md:wrap-anywhere',
          isEndless(children) && 'wrap-anywhere',
        )}
      >
        {nothing ? '–' : children}
      </span>
    </>
  )
  return isName ? (
    <th scope="row" className={cx(classes, 'basis-full max-md:text-base md:max-lg:min-w-24')}>
      {inside}
    </th>
  ) : (
    <td className={classes}>{inside}</td>
  )
}

function HeadCell<Row>({
  column,
  isCeding,
  sort,
  onSort,
}: {
  column: Column<Row>
  isCeding: boolean
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}) {
  const { t } = useTranslation()
  const direction = column.sort && sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : null
  const Sign = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ArrowUpDown
  const classes = cx(
    'px-2 py-2 text-sm font-medium text-ink-soft first:pl-0 last:pr-0 lg:px-3 lg:whitespace-nowrap',
    isCeding && 'hidden lg:table-cell',
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
      <button
        type="button"
        className="inline-flex items-center gap-1 text-left hover:text-ink"
        onClick={() => onSort(next)}
      >
        {column.label}
        <Sign aria-hidden size={14} className={direction ? 'text-accent' : 'text-ink-faint'} />
      </button>
    </th>
  )
}
