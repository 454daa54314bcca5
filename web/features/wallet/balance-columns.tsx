import type { WalletBalance } from '#shared/contract/wallet.ts'
import { pendingListPath } from '#shared/rules/pending-path.ts'
import type { ListColumn } from '#web/domain/list-table.tsx'
import { SerialNumber } from '#web/domain/serials.tsx'
import { useFormat } from '#web/lib/format.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'

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

/** Why units of a row are locked, with the acts for which they are. */
export function LockedUnits({ of: { locked, projectName }, account }: { of: WalletBalance; account?: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (locked === 0) return null
  const query = { state: 'waiting', q: projectName, ...(account && { account }) } as const
  return (
    <span className="mt-1 block pb-1 text-sm font-normal whitespace-normal text-ink-soft">
      {t('pending.locked', { count: locked, quantity: format.quantity(locked) })}{' '}
      <Link to={pendingListPath(query)} className="link">
        {t('pending.lockedWhy')}
      </Link>
    </span>
  )
}
