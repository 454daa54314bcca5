import { useState } from 'react'
import { projectPath } from '#shared/rules/paths.ts'
import { ProjectType } from '#web/domain/project-type.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { useFormat } from '#web/lib/format.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Section, Toolbar } from '#web/ui/page.tsx'
import { FilterSelect } from '#web/ui/search-field.tsx'
import { Table } from '#web/ui/table.tsx'
import { type Item, rankingOf } from './market-items.ts'
import { everything, filterRanking } from './market-rules.ts'
import { OfferProperties } from './offer-properties.tsx'
import { usePrice } from './use-price.ts'

/** A deployment has one chain. */
const blockchain = 'EVM'

export function MarketRanking({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = usePrice()
  const { assetNamePlural } = useWords()
  const words = useProjectWords()
  const [category, setCategory] = useUrlState('category')
  const [chain, setChain] = useUrlState('blockchain')
  const [time, setTime] = useUrlState('time')
  const [opened, setOpened] = useState<Item | null>(null)
  const none = t('market.noBlockchain')
  const rows = filterRanking(rankingOf(items, { blockchain, none, now: Date.now() }), {
    category: category || everything,
    blockchain: chain || everything,
    postDate: time || 'All Time',
  })
  const categories = [...new Set(items.map(({ type }) => type).filter(Boolean))].sort()
  return (
    <Section title={t('market.ranking')}>
      <Toolbar>
        <FilterSelect
          label={t('projects.type')}
          all={t('market.allCategories')}
          value={category}
          choices={categories.map((value) => ({ value, label: words.type(value) }))}
          onChange={setCategory}
        />
        <FilterSelect
          label={t('market.blockchain')}
          all={t('market.allBlockchains')}
          value={chain}
          choices={[blockchain, none].map((value) => ({ value, label: value }))}
          onChange={setChain}
        />
        <FilterSelect
          label={t('market.time')}
          all={t('market.times.All Time')}
          value={time}
          choices={(['Last Year', 'Last Week'] as const).map((value) => ({ value, label: t(`market.times.${value}`) }))}
          onChange={setTime}
        />
      </Toolbar>
      <Table
        label={t('market.ranking')}
        rows={rows}
        keyOf={({ item }) => item.offer.offerId}
        columns={[
          {
            label: t('projects.column.project'),
            cell: ({ item }) => (
              <Link to={projectPath(item.projectKey)} className="row-link">
                {item.projectName}
              </Link>
            ),
          },
          { label: t('projects.type'), cell: (row) => <ProjectType type={row.category} /> },
          { label: t('market.blockchain'), isShort: true, cell: (row) => row.blockchain },
          {
            label: assetNamePlural,
            figure: true,
            cell: ({ item }) => format.quantity(item.balance),
          },
          {
            label: t('market.price'),
            figure: true,
            cell: ({ item }) => price(item.sortPrice, item.offer.currency),
          },
          {
            label: '',
            isAct: true,
            cell: ({ item }) => (
              <Button size="small" onClick={() => setOpened(item)}>
                {t('market.properties')}
              </Button>
            ),
          },
        ]}
      />
      {opened && <OfferProperties item={opened} onClose={() => setOpened(null)} />}
    </Section>
  )
}
