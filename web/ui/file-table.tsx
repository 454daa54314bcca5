import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from './cx.ts'
import { ScrollBox } from './scroll-box.tsx'

interface FileColumn<Row> {
  label: string
  cell: (row: Row) => ReactNode
  figure?: boolean
  /** Hidden below `lg`. */
  isDetail?: boolean
}

/** Keys of the ticked rows. */
interface Ticks<Row> {
  keys: ReadonlySet<string>
  onChange: (keys: ReadonlySet<string>) => void
  isPossible: (row: Row) => boolean
}

const tickCell = 'flex size-10 pointer-coarse:size-11 items-center justify-center'

/**
 * Many rows in one screen: a line each, two on phones, scrolled inside. `nameOf` names a row's tick; `below` adds a line
 * in full width.
 */
export function FileTable<Row>({
  label,
  rows,
  keyOf,
  nameOf,
  name,
  below,
  columns,
  acts,
  ticks,
}: {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  name: FileColumn<Row>
  below?: (row: Row) => ReactNode
  columns: readonly FileColumn<Row>[]
  acts: (row: Row) => ReactNode
  ticks?: Ticks<Row> | undefined
}) {
  const { t } = useTranslation()
  const possible = ticks ? rows.filter(ticks.isPossible).map(keyOf) : []
  const isAll = possible.length > 0 && possible.every((key) => ticks?.keys.has(key))
  const all = useId()
  return (
    <ScrollBox label={label} className="relative max-h-[60dvh] rounded-md border border-line print:max-h-none">
      <table className="block w-full border-collapse text-sm sm:table" aria-label={label}>
        <thead className={cx('sticky top-0 z-10 block bg-raised sm:table-header-group', !ticks && 'max-sm:hidden')}>
          <tr className="block sm:table-row">
            {ticks && (
              <th scope="col" className="block p-0 text-left font-normal sm:table-cell sm:w-10">
                {possible.length > 0 && (
                  <label htmlFor={all} className="flex items-center">
                    <span className={tickCell}>
                      <input
                        id={all}
                        type="checkbox"
                        className="size-4 accent-(--accent-fill)"
                        checked={isAll}
                        onChange={() => ticks.onChange(new Set(isAll ? [] : possible))}
                      />
                    </span>
                    <span className="sm:sr-only">{t('files.tickAll')}</span>
                  </label>
                )}
              </th>
            )}
            <HeadCell label={name.label} start={ticks ? 'pl-0' : 'pl-3'} />
            {columns.map((column) => (
              <HeadCell key={column.label} label={column.label} isFigure={column.figure} isDetail={column.isDetail} />
            ))}
            <HeadCell label={<span className="sr-only">{t('ui.actions')}</span>} />
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {rows.map((row) => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                className="flex flex-wrap items-center gap-x-2 border-t border-line py-0.5 pr-2 hover:bg-raised max-sm:before:order-1 max-sm:before:basis-full max-sm:before:content-[''] sm:table-row"
              >
                {ticks && (
                  <td className="p-0 sm:w-10">
                    {ticks.isPossible(row) ? (
                      <label className={tickCell}>
                        <span className="sr-only">{t('files.tick', { name: nameOf(row) })}</span>
                        <input
                          type="checkbox"
                          className="size-4 accent-(--accent-fill)"
                          checked={ticks.keys.has(key)}
                          onChange={() => ticks.onChange(toggled(ticks.keys, key))}
                        />
                      </label>
                    ) : (
                      <span className="block size-10 pointer-coarse:size-11" />
                    )}
                  </td>
                )}
                <th
                  scope="row"
                  className={cx(
                    'min-w-0 flex-1 basis-2/5 py-1 text-left font-medium sm:w-full sm:max-w-0 sm:pr-3',
                    ticks ? 'max-sm:-ml-2' : 'pl-3',
                  )}
                >
                  {name.cell(row)}
                  {below?.(row)}
                </th>
                {columns.map((column, index) => (
                  <td
                    key={column.label}
                    className={cx(
                      'pb-1 whitespace-nowrap text-ink-soft max-sm:order-2 sm:px-2 sm:pt-1',
                      index === 0 && (ticks ? 'max-sm:ml-10' : 'max-sm:ml-3'),
                      column.figure && 'tabular sm:text-right',
                      column.isDetail && 'max-lg:hidden',
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
                <td className="ml-auto py-0.5 sm:pr-2">
                  <span className="flex items-center justify-end gap-2">{acts(row)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function HeadCell({
  label,
  start = 'pl-2',
  isFigure = false,
  isDetail = false,
}: {
  label: ReactNode
  /** As far in as the cells below. */
  start?: string
  isFigure?: boolean | undefined
  isDetail?: boolean | undefined
}) {
  return (
    <th
      scope="col"
      className={cx(
        'pr-2 py-2 font-medium whitespace-nowrap text-ink-soft max-sm:hidden',
        start,
        isFigure ? 'text-right' : 'text-left',
        isDetail && 'max-lg:hidden',
      )}
    >
      {label}
    </th>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
