import { useTranslation } from 'react-i18next'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { ExportCsv } from '#web/lib/export-csv.tsx'

/** Downloads the methodologies that the screen lists. */
export function ExportMethodologies({ query }: { query: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  return (
    <ExportCsv
      endpoint={listMethodologies}
      query={query}
      name="methodologies"
      fields={[
        { label: t('methodologies.column.methodology'), of: (row) => row.name },
        { label: t('methodologies.column.document'), of: (row) => row.document },
        { label: t('methodologies.column.version'), of: (row) => row.version },
        { label: t('methodologies.column.status'), of: (row) => t(`methodologies.status.${row.status}`) },
        { label: t('methodologies.column.measurementProviders'), of: (row) => row.measurementProviders },
        { label: t('methodologies.column.verificationProviders'), of: (row) => row.verificationProviders },
        { label: t('methodologies.created'), of: (row) => row.createdAt },
      ]}
    />
  )
}
