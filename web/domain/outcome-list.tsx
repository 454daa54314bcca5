import type { Measurement } from '#shared/contract/measurements.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import type { ListColumn } from './list-table.tsx'
import { ProjectPeriod } from './period.tsx'

type Outcome = Pick<
  Measurement,
  'project' | 'periodStart' | 'periodEnd' | 'dueDate' | 'methodology' | 'created' | 'account'
>

/** Their common columns plus `own` and `action`. */
export function useOutcomeColumns<Row extends Outcome>(
  own: readonly ListColumn<Row>[],
  action: ListColumn<Row>['cell'],
): ListColumn<Row>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const day = (date: string | null) => date && <span className="tabular">{format.date(date)}</span>
  return [
    {
      label: t('measurements.column.project'),
      cell: (row) => <ProjectPeriod row={row} />,
    },
    { label: t('measurements.column.dueDate'), isShort: true, cell: (row) => day(row.dueDate) },
    { label: t('measurements.column.methodology'), isDetail: true, value: (row) => row.methodology },
    ...own,
    {
      label: t('measurements.column.created'),
      isDetail: true,
      isShort: true,
      cell: (row) => day(row.created),
    },
    { label: t('measurements.column.action'), isAct: true, cell: action },
    {
      label: t('measurements.column.account'),
      isDetail: true,
      value: (row) => row.account,
    },
  ]
}
