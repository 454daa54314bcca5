import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WalletBalance } from '#shared/contract/wallet.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { SerialNumber } from '#web/domain/serials.tsx'
import { useFormat } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** Balances by asset, each with its first serial numbers and what can be done with it. */
export function BalancesTable({
  balances,
  isChosen,
  onToggle,
  onTransfer,
  onClaim,
}: {
  balances: readonly WalletBalance[]
  isChosen: (asset: WalletBalance) => boolean
  onToggle: (asset: WalletBalance) => void
  onTransfer: (asset: WalletBalance) => void
  onClaim: (asset: WalletBalance) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = (asset: WalletBalance) => `${asset.projectName}, ${asset.vintage}`
  const columns: Column<WalletBalance>[] = [
    {
      id: 'project',
      label: t('wallet.column.project'),
      cell: (asset) => (
        <span className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-(--accent-fill)"
            aria-label={t('wallet.choose', { project: asset.projectName, vintage: asset.vintage })}
            checked={isChosen(asset)}
            disabled={asset.balance === 0}
            onChange={() => onToggle(asset)}
          />
          <Link to={projectPath(asset.projectKey)} className="min-w-0 hover:underline">
            {asset.projectName}
          </Link>
        </span>
      ),
    },
    { id: 'vintage', label: t('wallet.column.vintage'), figure: true, cell: (asset) => asset.vintage },
    {
      id: 'balance',
      label: t('wallet.column.balance'),
      figure: true,
      cell: (asset) => format.quantity(asset.balance),
    },
    {
      id: 'locked',
      label: t('wallet.column.locked'),
      figure: true,
      cell: (asset) => (asset.locked > 0 ? format.quantity(asset.locked) : null),
    },
    {
      id: 'serials',
      label: t('wallet.column.serials'),
      cell: (asset) => (
        <span className="text-sm text-ink-soft">
          {asset.serials[0] && <SerialNumber serial={asset.serials[0].serial} />}
          {asset.rangeCount > 1 && ` ${t('wallet.moreRanges', { count: asset.rangeCount - 1 })}`}
        </span>
      ),
    },
    {
      id: 'action',
      label: t('projects.column.action'),
      cell: (asset) =>
        asset.balance > 0 && (
          <span className="flex gap-2">
            <Button
              size="small"
              aria-label={t('review.actNamed', { act: t('wallet.transfer'), name: nameOf(asset) })}
              onClick={() => onTransfer(asset)}
            >
              {t('wallet.transfer')}
            </Button>
            <Button
              size="small"
              tone="primary"
              aria-label={t('review.actNamed', { act: t('wallet.claim'), name: nameOf(asset) })}
              onClick={() => onClaim(asset)}
            >
              {t('wallet.claim')}
            </Button>
          </span>
        ),
    },
  ]
  return <Table label={t('wallet.title')} columns={columns} rows={balances} keyOf={(asset) => asset.assetId} />
}
