import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Section, Toolbar } from '#web/ui/page.tsx'
import { FilterSelect } from '#web/ui/search-field.tsx'
import { Empty } from '#web/ui/states.tsx'
import { MarketGrid } from './market-grid.tsx'
import type { Item } from './market-items.ts'
import { filterItems, itemFilters, itemSorts, sortItems } from './market-rules.ts'

/** All listed items, with the sorts and filters of the specification. */
export function TrendingItems({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation()
  const [sort, setSort] = useUrlState('sort')
  const [filter, setFilter] = useUrlState('filter')
  const shown = sortItems(filterItems(items, filter), sort)
  return (
    <Section title={t('market.trending')}>
      <Toolbar>
        <FilterSelect
          label={t('market.sort')}
          all={t('market.unsorted')}
          value={sort}
          choices={itemSorts.map((value) => ({ value, label: t(`market.sorts.${value}`) }))}
          onChange={setSort}
        />
        <FilterSelect
          label={t('market.filter')}
          all={t('market.all')}
          value={filter}
          choices={itemFilters.map((value) => ({ value, label: t(`market.filters.${value}`) }))}
          onChange={setFilter}
        />
      </Toolbar>
      {shown.length === 0 ? <Empty text={t('ui.nothingFound')} /> : <MarketGrid items={shown} />}
    </Section>
  )
}
