import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { CSSProperties, PointerEvent, ReactNode } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from './cx.ts'
import type { GlossaryWord } from './glossary-word.ts'
import { Word } from './word.tsx'

export interface Column<Row> {
  /** Unique in the table. */
  label: string
  /** Explains the label. */
  word?: GlossaryWord
  /** The link with the class `row-link` is the whole row's. */
  cell: (row: Row) => ReactNode
  /** Aligns right, in digits of equal width. */
  figure?: boolean
  /** Never cut, as a day, a status or a code. */
  isShort?: boolean
  /** Wraps instead of being cut, for texts to be read. */
  isWrapped?: boolean
  /** Hidden below 1024 pixels; the row's page shows it. */
  isDetail?: boolean
  /** Hidden from 768 to 1024 pixels. */
  isCeding?: boolean
  /** Holds buttons, shown on hover and focus; narrow rows omit the label. */
  isAct?: boolean
  /** The server's sort key; omit it to disable sorting. */
  sort?: string
  /** What is shown falls as the sort key rises: the earliest start is the longest wait. */
  isReversed?: boolean
}

/** A tick before each row, in a cell of its own: the row's name is read again at each cell. */
export interface RowTicks<Row> {
  /** Null for a row without a tick. */
  nameOf: (row: Row) => string | null
  isTicked: (row: Row) => boolean
  isDisabled?: (row: Row) => boolean
  onChange: (row: Row, isTicked: boolean) => void
}

/**
 * A row is a line of 40 pixels; what does not fit is cut and shown whole as its tooltip, or wraps on touch screens.
 * Screens below 768 pixels show each row as compact lines, those below 1024 pixels fewer columns. `sort` is `name` or
 * `-name` (descending). The first column names the row.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  ticks,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  ticks?: RowTicks<Row> | undefined
}) {
  const tickWidth = ticks ? 'max-content ' : ''
  const widths = {
    '--columns':
      tickWidth +
      widthsOf(
        '8rem',
        columns.filter(({ isDetail, isCeding }) => !isDetail && !isCeding),
      ),
    '--all-columns': tickWidth + widthsOf('14rem', columns),
  } as CSSProperties
  return (
    <table
      className="block w-full md:grid md:grid-cols-(--columns) md:gap-x-3 lg:grid-cols-(--all-columns) lg:gap-x-4"
      style={widths}
      aria-label={label}
    >
      {/* Hidden elements may not take focus; compact lines show their own labels. */}
      <thead className={cx('max-md:hidden', line)}>
        <tr className={cx('border-b border-line', line)}>
          {ticks && <td />}
          {columns.map((column) => (
            <HeadCell key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className={cx('flex flex-col max-md:border-t max-md:border-line', line)}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={cx(
              'row flex min-h-11 flex-wrap border-b border-line max-md:content-center max-md:items-baseline max-md:gap-x-3 max-md:py-2 max-lg:text-sm md:min-h-10 md:items-center',
              ticks && 'max-md:pl-8',
              line,
            )}
            onPointerMove={showCutText}
          >
            {ticks && (
              <td className="max-md:-ml-8 max-md:self-start max-md:pt-0.5">
                <Tick row={row} of={ticks} />
              </td>
            )}
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

/** A grid, as Safari positions nothing in rows of tables. */
const line = 'md:col-span-full md:grid md:grid-cols-subgrid'

/** How the rows look in the order of the sort key and in the opposite one. */
export function directionsOf({ isReversed }: { isReversed?: boolean | undefined }) {
  return isReversed ? (['descending', 'ascending'] as const) : (['ascending', 'descending'] as const)
}

/** The name has `fewest` or more; texts may be cut, all else may not. Names and texts share the room that is left. */
function widthsOf<Row>(fewest: string, columns: readonly Column<Row>[]): string {
  const widthOf = ({ figure, isAct, isShort }: Column<Row>) =>
    figure || isAct || isShort ? 'minmax(min-content,max-content)' : 'minmax(0,auto)'
  return [`minmax(${fewest},auto)`, ...columns.slice(1).map(widthOf)].join(' ')
}

/** The row's link lies above the texts, so the row has the tooltip. */
function showCutText({ currentTarget: row, clientX }: PointerEvent<HTMLElement>): void {
  const texts = [...row.querySelectorAll<HTMLElement>('[class*=truncate]')]
  const cut = texts.find((text) => {
    const { left, right } = text.getBoundingClientRect()
    return left <= clientX && clientX < right && text.scrollWidth > text.clientWidth
  })
  const whole = cut?.textContent ?? ''
  if (row.title !== whole) row.title = whole
}

function Tick<Row>({ row, of: { nameOf, isTicked, isDisabled, onChange } }: { row: Row; of: RowTicks<Row> }) {
  const name = nameOf(row)
  // As wide as a tick, so that the names of all rows begin at one edge.
  if (name === null) return <span className="block w-5" />
  return (
    // The label makes the target larger than the tick.
    <label className="-m-3 flex p-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--accent-fill)"
        aria-label={name}
        checked={isTicked(row)}
        disabled={isDisabled?.(row)}
        onChange={(event) => onChange(row, event.target.checked)}
      />
    </label>
  )
}

function Cell<Row>({ column, isName, children }: { column: Column<Row>; isName: boolean; children: ReactNode }) {
  const nothing = children === null || children === undefined || children === ''
  const isText = !column.figure && !column.isAct && !column.isShort
  const classes = cx(
    'min-w-0 items-baseline gap-x-1.5 text-left max-md:flex-wrap',
    column.figure && 'tabular md:text-right',
    isName ? 'font-medium' : 'font-normal',
    column.isAct && 'row-acts max-md:ml-auto max-md:pt-1',
    column.isWrapped && 'md:py-1',
    column.isDetail || nothing ? 'hidden' : 'flex',
    column.isDetail ? 'lg:block' : column.isCeding ? 'md:hidden lg:block' : 'md:block',
  )
  const inside = (
    <>
      {column.label && !isName && !column.isAct && (
        <span className="shrink-0 text-sm text-ink-faint md:hidden">{column.label}</span>
      )}
      <span
        className={cx(
          'min-w-0 max-md:wrap-anywhere',
          // The margin leaves room for the outline of a focused link.
          isText && 'md:-m-1 md:block md:p-1',
          isText && !isName && 'md:max-w-80',
          isText ? !column.isWrapped && 'md:truncate md:[&_wbr]:hidden' : !column.isAct && 'md:whitespace-nowrap',
        )}
      >
        {nothing ? '–' : children}
      </span>
    </>
  )
  return isName ? (
    <th scope="row" className={cx(classes, 'basis-full max-md:text-base')}>
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
  const [rising, falling] = directionsOf(column)
  const direction = column.sort && sort === column.sort ? rising : sort === `-${column.sort}` ? falling : null
  const Sign = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ArrowUpDown
  const classes = cx(
    'min-w-0 self-end py-2 text-sm font-medium wrap-break-word text-ink-soft',
    (column.isDetail || column.isCeding) && 'hidden lg:block',
    column.isAct && 'row-acts-head',
    column.figure ? 'text-right max-lg:w-min max-lg:justify-self-end' : 'text-left',
  )
  if (!column.sort || !onSort) {
    return (
      <th scope="col" className={classes}>
        {column.word ? <Word of={column.word}>{column.label}</Word> : column.label}
        {!column.label && <span className="sr-only">{t('ui.actions')}</span>}
      </th>
    )
  }
  const next = sort === column.sort ? `-${column.sort}` : column.sort
  return (
    <th scope="col" className={classes} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className="inline-flex items-center gap-1 text-left hover:text-ink"
        onClick={() => onSort(next)}
      >
        {column.label}
        <Sign aria-hidden size={14} className={direction ? 'text-ink' : 'text-ink-faint'} />
      </button>
    </th>
  )
}
