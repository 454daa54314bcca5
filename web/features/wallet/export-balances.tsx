import { useTranslation } from 'react-i18next'
import { listBalances, type WalletBalance } from '#shared/contract/wallet.ts'
import { ExportCsv } from '#web/lib/export-csv.tsx'

/** Downloads the balances that the screen lists. */
export function ExportBalances({ query }: { query: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const serialsOf = ({ serials, rangeCount }: WalletBalance) => {
    const shown = serials.map((range) => range.serial)
    const left = rangeCount - shown.length
    return left > 0 ? [...shown, t('wallet.moreRanges', { count: left })].join(' ') : shown.join(' ')
  }
  return (
    <ExportCsv
      endpoint={listBalances}
      query={query}
      name="balances"
      fields={[
        { label: t('projects.projectId'), of: (row) => row.projectKey },
        { label: t('wallet.column.project'), of: (row) => row.projectName },
        { label: t('wallet.column.vintage'), of: (row) => row.vintage },
        { label: t('wallet.column.balance'), of: (row) => row.balance },
        { label: t('wallet.column.locked'), of: (row) => row.locked },
        { label: t('wallet.column.serials'), of: (row) => serialsOf(row) },
      ]}
    />
  )
}
