import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Section, Toolbar } from '#web/ui/page.tsx'
import { FilterSelect } from '#web/ui/search-field.tsx'
import { Empty } from '#web/ui/states.tsx'
import { MarketGrid } from './market-grid.tsx'
import type { Item } from './market-items.ts'
import { filterItems, isOfPrice, itemFilters, itemSorts, sortItems } from './market-rules.ts'

/** Sorts and filters follow the specification. */
export function TrendingItems({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation()
  const [sort, setSort] = useUrlState('sort')
  const [filter, setFilter] = useUrlState('filter')
  const [currency, setCurrency] = useUrlState('currency')
  const currencies = [...new Set(items.map(({ offer }) => offer.currency))].sort()
  const inCurrency = currency ? items.filter(({ offer }) => offer.currency === currency) : items
  const shown = sortItems(filterItems(inCurrency, filter), sort)
  // The specification sorts prices by number, whatever the currency.
  const isMixed = isOfPrice(sort) && new Set(shown.map(({ offer }) => offer.currency)).size > 1
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
        {currencies.length > 1 && (
          <FilterSelect
            label={t('market.currency')}
            all={t('market.allCurrencies')}
            value={currency}
            choices={currencies.map((value) => ({ value, label: value }))}
            onChange={setCurrency}
          />
        )}
      </Toolbar>
      {isMixed && <p className="mb-4 text-sm text-ink-soft">{t('market.mixedCurrencies')}</p>}
      {shown.length === 0 ? <Empty text={t('ui.nothingFound')} /> : <MarketGrid items={shown} />}
    </Section>
  )
}
