import { useTranslation } from 'react-i18next'
import { listMeasurements } from '#shared/contract/measurements.ts'
import { ExportCsv } from '#web/lib/export-csv.tsx'

/** Downloads the measurements that the screen lists. */
export function ExportMeasurements({ query }: { query: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  return (
    <ExportCsv
      endpoint={listMeasurements}
      query={query}
      name="measurements"
      fields={[
        { label: t('measurements.column.project'), of: (row) => row.project },
        { label: t('measurements.periodStart'), of: (row) => row.periodStart },
        { label: t('measurements.periodEnd'), of: (row) => row.periodEnd },
        { label: t('measurements.column.dueDate'), of: (row) => row.dueDate },
        { label: t('measurements.column.methodology'), of: (row) => row.methodology },
        { label: t('measurements.column.quantity'), of: (row) => row.quantity },
        { label: t('measurements.column.status'), of: (row) => t(`measurements.status.${row.status}`) },
        { label: t('measurements.column.created'), of: (row) => row.created },
        { label: t('measurements.column.account'), of: (row) => row.account },
      ]}
    />
  )
}
