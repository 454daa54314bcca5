import { useTranslation } from 'react-i18next'
import { listClaims } from '#shared/contract/claims.ts'
import { ExportCsv } from '#web/lib/export-csv.tsx'
import { useBeneficiary } from './beneficiary.ts'
import { usePurpose } from './purpose.ts'

/** Downloads the claims that the screen lists. */
export function ExportClaims({ query, asUser }: { query: Readonly<Record<string, unknown>>; asUser: boolean }) {
  const { t } = useTranslation()
  const beneficiaryOf = useBeneficiary()
  const purposeOf = usePurpose()
  return (
    <ExportCsv
      endpoint={listClaims}
      query={query}
      asUser={asUser}
      name="claims"
      fields={[
        { label: t('claims.column.number'), of: (row) => row.claimNumber },
        { label: t('claims.column.beneficiary'), of: (row) => beneficiaryOf(row) },
        { label: t('claims.beneficiaryCountry'), of: (row) => row.beneficiaryCountry },
        { label: t('claims.retiredBy'), of: (row) => row.retiredBy },
        { label: t('claims.column.project'), of: (row) => row.project ?? t('transactions.several') },
        { label: t('claims.column.vintage'), of: (row) => row.vintage },
        { label: t('claims.column.quantity'), of: (row) => row.quantity },
        { label: t('claims.purpose'), of: (row) => purposeOf(row.purpose) },
        { label: t('claims.column.when'), of: (row) => row.claimedAt },
        { label: t('claims.column.record'), of: (row) => row.transactionId },
        { label: t('claims.settlement'), of: (row) => t(`transactions.settlement.${row.settlement}`) },
      ]}
    />
  )
}
