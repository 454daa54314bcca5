import type { Asset } from '#shared/contract/projects.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Section } from '#web/ui/page.tsx'
import { type Bar, StackedBars } from '#web/ui/stacked-bars.tsx'

export function VintageChart({ items }: { items: readonly Asset[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const series = [t('projects.held'), t('projects.claimed'), t('projects.cancelled')]
  const byVintage = Map.groupBy(items, (item) => item.vintage)
  const bars: Bar[] = [...byVintage]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([vintage, batches]) => ({
      label: vintage,
      values: [
        batches.reduce((sum, batch) => sum + batch.held + batch.locked, 0),
        batches.reduce((sum, batch) => sum + batch.retired, 0),
        batches.reduce((sum, batch) => sum + batch.cancelled, 0),
      ],
    }))
  return (
    <Section title={t('projects.byVintage')}>
      <StackedBars label={t('projects.byVintage')} series={series} bars={bars} format={format.quantity} />
    </Section>
  )
}
