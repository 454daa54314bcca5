import { useTranslation } from 'react-i18next'
import type { Measurement } from '#shared/contract/measurements.ts'
import type { CsvField } from '#shared/rules/csv.ts'
import { useFormat } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table.tsx'
import { ProjectPeriod } from './period.tsx'

/** What measurements and verifications say alike. */
type Outcome = Pick<
  Measurement,
  'project' | 'periodStart' | 'periodEnd' | 'dueDate' | 'methodology' | 'created' | 'account'
>

/** The columns in which measurements and verifications are listed, with the cells that differ. */
export function useOutcomeColumns<Row extends Outcome>(cells: {
  quantity: (row: Row) => number | null
  status: Column<Row>['cell']
  action: Column<Row>['cell']
}): Column<Row>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const day = (date: string | null) => date && <span className="tabular whitespace-nowrap">{format.date(date)}</span>
  return [
    { id: 'project', label: t('measurements.column.project'), cell: (row) => <ProjectPeriod row={row} /> },
    { id: 'dueDate', label: t('measurements.column.dueDate'), cell: (row) => day(row.dueDate) },
    { id: 'methodology', label: t('measurements.column.methodology'), cell: (row) => row.methodology },
    {
      id: 'quantity',
      label: t('measurements.column.quantity'),
      figure: true,
      cell: (row) => {
        const quantity = cells.quantity(row)
        return quantity === null ? null : format.quantity(quantity)
      },
    },
    { id: 'status', label: t('measurements.column.status'), cell: cells.status },
    { id: 'created', label: t('measurements.column.created'), cell: (row) => day(row.created) },
    { id: 'action', label: t('measurements.column.action'), cell: cells.action },
    {
      id: 'account',
      label: t('measurements.column.account'),
      cell: (row) => <span className="block lg:min-w-28">{row.account}</span>,
    },
  ]
}

/** The fields in which they are exported, with those of their own. */
export function useOutcomeFields<Row extends Outcome>(own: readonly CsvField<Row>[]): CsvField<Row>[] {
  const { t } = useTranslation()
  return [
    { label: t('measurements.column.project'), of: (row) => row.project },
    { label: t('measurements.periodStart'), of: (row) => row.periodStart },
    { label: t('measurements.periodEnd'), of: (row) => row.periodEnd },
    { label: t('measurements.column.dueDate'), of: (row) => row.dueDate },
    { label: t('measurements.column.methodology'), of: (row) => row.methodology },
    ...own,
    { label: t('measurements.column.created'), of: (row) => row.created },
    { label: t('measurements.column.account'), of: (row) => row.account },
  ]
}
