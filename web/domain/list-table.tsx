import type { ComponentProps, ReactNode } from 'react'
import { useFormat } from '#web/lib/format.ts'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { FilterSelect } from '#web/ui/search-field.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { ExportCsv, type FieldsFor } from './export-csv.tsx'
import { ListView } from './list.tsx'

export interface ListColumn<Row> extends Omit<Column<Row>, 'cell'> {
  /** The value in the file; without it the file omits the column. */
  value?: (row: Row) => string | number | null | undefined
  /** The cell on the page; the default is the value. */
  cell?: ((row: Row) => ReactNode) | undefined
  isFileOnly?: boolean
}

/** `file` names the CSV export, without extension. */
export function ListTable<Row>({
  list,
  label,
  columns,
  keyOf,
  file,
  fileWith,
  fileFieldsFor,
  ...view
}: Omit<ComponentProps<typeof ListView<Row>>, 'acts' | 'order' | 'children'> &
  Pick<ComponentProps<typeof Table<Row>>, 'label' | 'keyOf'> & {
    columns: readonly ListColumn<Row>[]
    file?: string
    /** Extra query parameters of the export. */
    fileWith?: Readonly<Record<string, string>>
    /** Loads further columns of the export. */
    fileFieldsFor?: FieldsFor<Row>
  }) {
  const format = useFormat()
  const shown = columns
    .filter(({ isFileOnly }) => !isFileOnly)
    .map(({ value, cell, ...column }) => ({
      ...column,
      cell: (row: Row) => {
        if (cell) return cell(row)
        const content = value?.(row)
        return typeof content === 'number' ? format.quantity(content) : content
      },
    }))
  const fields = columns.flatMap(({ label, value }) => (value ? [{ label, of: value }] : []))
  return (
    <ListView
      {...view}
      list={list}
      order={<OrderChoice list={list} columns={columns} />}
      acts={
        file && list.page.data?.total ? (
          <ExportCsv list={list} name={file} fields={fields} more={fileWith} fieldsFor={fileFieldsFor} />
        ) : null
      }
    >
      {(rows) => (
        <Table label={label} columns={shown} rows={rows} keyOf={keyOf} sort={list.sort} onSort={list.setSort} />
      )}
    </ListView>
  )
}

/** Offers the sort orders on narrow screens, which hide the column heads. */
function OrderChoice<Row>({ list, columns }: { list: List<Row>; columns: readonly ListColumn<Row>[] }) {
  const { t } = useTranslation()
  const choices = columns.flatMap(({ label, sort }) =>
    sort
      ? [
          { value: sort, label: t('lists.ascending', { column: label }) },
          { value: `-${sort}`, label: t('lists.descending', { column: label }) },
        ]
      : [],
  )
  if (choices.length === 0) return null
  return (
    <div className="lg:hidden">
      <FilterSelect
        label={t('lists.order')}
        all={t('lists.usualOrder')}
        choices={choices}
        value={choices.some(({ value }) => value === list.sort) ? list.sort : ''}
        onChange={list.setSort}
      />
    </div>
  )
}
