import { listMarketBalances } from '#shared/contract/market.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Lines } from '#web/ui/lines.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

export function MarketWallet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const balances = useRead(listMarketBalances, { when: open, query: { limit: 50 } })
  return (
    <Dialog open={open} onClose={onClose} title={t('market.holdings')} description={t('market.holdingsHelp')}>
      <Loaded from={balances} isEmpty={({ items }) => items.length === 0} empty={<Empty text={t('market.none')} />}>
        {({ items }) => (
          <Lines>
            {items.map((item) => (
              <li key={item.assetId} className="flex min-h-10 items-center justify-between gap-4">
                <span className="min-w-0">
                  {item.projectName} <span className="tabular text-ink-faint">{item.vintage}</span>
                </span>
                <span className="tabular">{format.quantity(item.balance)}</span>
              </li>
            ))}
          </Lines>
        )}
      </Loaded>
    </Dialog>
  )
}
