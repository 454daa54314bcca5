import type { WalletBalance } from '#shared/contract/wallet.ts'
import type { ListColumn } from '#web/domain/list-table.tsx'
import { SerialNumber } from '#web/domain/serials.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function useBalanceColumns(): ListColumn<WalletBalance>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { label: t('wallet.column.vintage'), word: 'vintage', figure: true, value: (row) => row.vintage },
    { label: t('wallet.column.balance'), figure: true, value: (row) => row.balance },
    {
      label: t('wallet.column.locked'),
      figure: true,
      isCeding: true,
      cell: (row) => (row.locked > 0 ? format.quantity(row.locked) : null),
    },
    {
      label: t('wallet.column.serials'),
      word: 'serial number',
      cell: (row) => (
        <span className="text-sm text-ink-soft">
          {row.serials[0] && <SerialNumber serial={row.serials[0].serial} />}
          {row.rangeCount > 1 && ` ${t('wallet.moreRanges', { count: row.rangeCount - 1 })}`}
        </span>
      ),
    },
  ]
}
