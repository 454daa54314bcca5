import { useTranslation } from 'react-i18next'
import { listTransactions } from '#shared/contract/transactions.ts'
import { ExportCsv } from '#web/lib/export-csv.tsx'

/** Downloads the movements that the screen lists. */
export function ExportActivity({ query }: { query: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  return (
    <ExportCsv
      endpoint={listTransactions}
      query={query}
      name="transactions"
      fields={[
        { label: t('activity.column.project'), of: (row) => row.project ?? t('transactions.several') },
        { label: t('activity.column.from'), of: (row) => row.from?.name },
        { label: t('activity.column.type'), of: (row) => t(`transactions.type.${row.type}`) },
        { label: t('activity.column.quantity'), of: (row) => row.quantity },
        { label: t('activity.column.to'), of: (row) => row.to?.name },
        { label: t('activity.column.when'), of: (row) => row.when },
        { label: t('wallet.reason'), of: (row) => row.reason },
        { label: t('claims.settlement'), of: (row) => t(`transactions.settlement.${row.settlement.state}`) },
        { label: t('activity.column.record'), of: (row) => row.transactionId },
        { label: t('records.chainTransaction'), of: (row) => row.settlement.transactionHash },
      ]}
    />
  )
}
