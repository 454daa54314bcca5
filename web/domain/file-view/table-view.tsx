import { useEffect, useId, useRef } from 'react'
import type { DocumentRecord } from '#shared/contract/documents.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'
import { Pager } from '#web/ui/pager.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { type At, workbook } from './place-at.ts'
import { PlaceBox } from './place-box.tsx'
import { type Sheet, shown, TooLarge } from './sheets.ts'
import { useSheets } from './use-sheets.ts'

type Shown = {
  document: Pick<DocumentRecord, 'documentId' | 'url' | 'mediaType' | 'originalName'>
  at: At
  onPoint: (at: At) => void
}

/** A CSV file or a workbook, a page of rows at a time; a press on a row's number points at the row. */
export function TableView(props: Shown) {
  const { t } = useTranslation()
  const sheets = useSheets(props.document)
  return (
    <Loaded from={sheets} rows={8} failed={t(sheets.error instanceof TooLarge ? 'desk.tooLarge' : 'desk.unreadable')}>
      {(read) => <Sheets sheets={read} {...props} />}
    </Loaded>
  )
}

function Sheets({ document, sheets, at, onPoint }: Shown & { sheets: readonly Sheet[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const isWorkbook = document.mediaType === workbook
  const number = Math.min(at.sheet ?? 1, sheets.length)
  const sheet = sheets[number - 1]
  const size = shown.rowsOfPage
  const rows = sheet?.rows ?? []
  const row = Math.min(at.row ?? 1, Math.max(rows.length, 1))
  const first = Math.floor((row - 1) / size) * size
  const pointAt = (next: number | undefined) =>
    onPoint(next === undefined ? {} : { ...(isWorkbook && { sheet: number }), row: Math.min(next, rows.length) })
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {sheets.length > 1 && (
          <span className="flex items-center gap-2">
            <label htmlFor={id} className="text-sm text-ink-soft">
              {t('desk.sheet')}
            </label>
            <select
              id={id}
              className="control max-w-60 pr-8"
              value={number}
              onChange={(event) => onPoint({ sheet: Number(event.target.value), row: 1 })}
            >
              {sheets.map(({ name }, index) => (
                <option key={name} value={index + 1}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        )}
        <PlaceBox label={t('desk.row')} value={at.row} onChange={pointAt} />
      </div>
      {sheet?.isCut && (
        <p role="status" className="text-sm text-ink-soft">
          {t('desk.cut', { count: rows.length, rows: format.quantity(rows.length) })}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="text-ink-soft">{t('desk.emptySheet')}</p>
      ) : (
        <Rows
          label={document.originalName}
          rows={rows.slice(first, first + size)}
          first={first + 1}
          pointed={at.row}
          onPoint={pointAt}
        />
      )}
      {rows.length > size && (
        <Pager
          total={rows.length}
          isBound={sheet?.isCut}
          shown={Math.min(size, rows.length - first)}
          onPrevious={first === 0 ? null : () => pointAt(first - size + 1)}
          onNext={first + size >= rows.length ? null : () => pointAt(first + size + 1)}
        />
      )}
    </div>
  )
}

function Rows({
  label,
  rows,
  first,
  pointed,
  onPoint,
}: {
  label: string
  rows: Sheet['rows']
  first: number
  pointed: number | undefined
  onPoint: (row: number) => void
}) {
  const { t } = useTranslation()
  const place = useRef<HTMLTableRowElement>(null)
  const columns = Math.max(...rows.map((row) => row.length))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pointed row comes into view
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  return (
    <ScrollBox label={label} className="max-h-[65vh] min-h-0 rounded-md border border-line bg-surface">
      <table className="tabular min-w-full border-collapse text-sm" aria-label={label}>
        <tbody>
          {rows.map((cells, index) => {
            const number = first + index
            const isPointed = number === pointed
            return (
              <tr
                key={number}
                ref={isPointed ? place : null}
                aria-current={isPointed || undefined}
                className={cx('border-b border-line', isPointed && 'bg-warn-soft')}
              >
                <th scope="row" className="sticky left-0 w-px border-r border-line bg-raised p-0 font-normal">
                  <button
                    type="button"
                    // The field for the row does the same by keyboard.
                    tabIndex={-1}
                    aria-label={t('desk.pointAtRow', { row: number })}
                    className="min-h-7 w-full min-w-12 px-2 text-right text-ink-soft hover:text-ink"
                    onClick={() => onPoint(number)}
                  >
                    {number}
                  </button>
                </th>
                {Array.from({ length: columns }, (_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  <td key={column} className="max-w-80 truncate px-2 py-1" title={cells[column]}>
                    {cells[column]}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}
