import { ProjectCard } from '#web/domain/project-card.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Item } from './market-items.ts'
import { usePrice } from './use-price.ts'

export function MarketGrid({ items }: { items: readonly Item[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4">
      {items.map((item) => (
        <li key={item.offer.offerId}>
          <ProjectCard project={item} note={<Terms item={item} />} />
        </li>
      ))}
    </ul>
  )
}

function Terms({ item }: { item: Item }) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = usePrice()
  const { assetNamePlural } = useWords()
  return (
    <>
      <span className="tabular text-sm text-ink-soft">
        {t('dashboard.heldUnits', { quantity: format.quantity(item.balance), assets: assetNamePlural })}
        <span className="block">{t('market.each', { price: price(item.sortPrice, item.offer.currency) })}</span>
      </span>
      <Marks item={item} />
    </>
  )
}

export function Marks({ item: { verified, lazyMinted, nfsw, status } }: { item: Item }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap gap-1.5 empty:hidden">
      {lazyMinted && <Badge tone="neutral">{t('market.mark.verified')}</Badge>}
      {!verified && <Badge tone="waiting">{t('market.mark.expected')}</Badge>}
      {(status === 'suspended' || status === 'withdrawn') && <StatusBadge kind="project" status={status} />}
      {nfsw && <Badge tone="warn">{t('market.mark.nfsw')}</Badge>}
    </span>
  )
}
