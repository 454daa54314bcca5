import type { ComponentProps, ReactNode } from 'react'
import { useFormat } from '#web/lib/format.ts'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { FilterSelect } from '#web/ui/search-field.tsx'
import { type Column, directionsOf, Table } from '#web/ui/table.tsx'
import { ExportCsv } from './export-csv.tsx'
import { ListView } from './list.tsx'

export interface ListColumn<Row> extends Omit<Column<Row>, 'cell'> {
  value?: (row: Row) => string | number | null | undefined
  /** By default the value. */
  cell?: ((row: Row) => ReactNode) | undefined
}

/** `file` names the CSV, without extension, of a list that the server serves as one (`shared/contract/exports.ts`). */
export function ListTable<Row>({
  list,
  label,
  columns,
  keyOf,
  file,
  ticks,
  ...view
}: Omit<ComponentProps<typeof ListView<Row>>, 'acts' | 'order' | 'children'> &
  Pick<ComponentProps<typeof Table<Row>>, 'label' | 'keyOf' | 'ticks'> & {
    columns: readonly ListColumn<Row>[]
    file?: string
  }) {
  const format = useFormat()
  const shown = columns.map(({ value, cell, ...column }) => ({
    ...column,
    cell: (row: Row) => {
      if (cell) return cell(row)
      const content = value?.(row)
      return typeof content === 'number' ? format.quantity(content) : content
    },
  }))
  return (
    <ListView
      {...view}
      list={list}
      order={columns.some(({ sort }) => sort) && <OrderChoice list={list} columns={columns} />}
      acts={file && list.page.data?.total ? <ExportCsv list={list} name={file} /> : null}
    >
      {(rows) => (
        <Table
          label={label}
          columns={shown}
          rows={rows}
          keyOf={keyOf}
          sort={list.sort}
          onSort={list.setSort}
          ticks={ticks}
        />
      )}
    </ListView>
  )
}

/** Offers the sort orders on narrow screens, which hide the column heads. */
function OrderChoice<Row>({ list, columns }: { list: List<Row>; columns: readonly ListColumn<Row>[] }) {
  const { t } = useTranslation()
  const choices = columns.flatMap((column) => {
    if (!column.sort) return []
    const [rising, falling] = directionsOf(column)
    return [
      { value: column.sort, label: t(`lists.${rising}`, { column: column.label }) },
      { value: `-${column.sort}`, label: t(`lists.${falling}`, { column: column.label }) },
    ]
  })
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
