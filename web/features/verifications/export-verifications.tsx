import { useTranslation } from 'react-i18next'
import { listVerifications } from '#shared/contract/verifications.ts'
import { ExportCsv } from '#web/lib/export-csv.tsx'

/** Downloads the verifications that the screen lists. */
export function ExportVerifications({ query }: { query: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  return (
    <ExportCsv
      endpoint={listVerifications}
      query={query}
      name="verifications"
      fields={[
        { label: t('measurements.column.project'), of: (row) => row.project },
        { label: t('measurements.periodStart'), of: (row) => row.periodStart },
        { label: t('measurements.periodEnd'), of: (row) => row.periodEnd },
        { label: t('measurements.column.dueDate'), of: (row) => row.dueDate },
        { label: t('measurements.column.methodology'), of: (row) => row.methodology },
        { label: t('verifications.measured'), of: (row) => row.measured },
        { label: t('verifications.verified'), of: (row) => row.quantity },
        { label: t('verifications.issued'), of: (row) => row.issued },
        { label: t('measurements.column.status'), of: (row) => t(`verifications.status.${row.status}`) },
        { label: t('measurements.column.created'), of: (row) => row.created },
        { label: t('measurements.column.account'), of: (row) => row.account },
      ]}
    />
  )
}
