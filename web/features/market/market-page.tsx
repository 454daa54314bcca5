import { Plus, Wallet } from 'lucide-react'
import { useState } from 'react'
import { listMarketProjects } from '#shared/contract/market.ts'
import { paths } from '#shared/rules/paths.ts'
import { site } from '#web/lib/site-config.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { MakeOffer } from './make-offer.tsx'
import { MarketGrid } from './market-grid.tsx'
import { collectionsOf, type Item } from './market-items.ts'
import { MarketRanking } from './market-ranking.tsx'
import { collectionFilters } from './market-rules.ts'
import { MarketWallet } from './market-wallet.tsx'
import { TrendingItems } from './trending-items.tsx'

/** Available while the tenant's flag is on. */
export function MarketPage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  const [isWalletOpen, setWalletOpen] = useState(false)
  const [isOffering, setOffering] = useState(false)
  const listed = useReadAll(listMarketProjects, { query: { tenantId: site().tenantId } })
  return (
    <Page
      title={t('layout.market')}
      lead={t('market.lead')}
      actions={
        <>
          <Button icon={<Wallet aria-hidden size={16} />} onClick={() => setWalletOpen(true)}>
            {t('market.holdings')}
          </Button>
          {session.accountId !== null && (
            <Button tone="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setOffering(true)}>
              {t('market.makeOffer')}
            </Button>
          )}
        </>
      }
    >
      <Loaded
        from={listed}
        rows={6}
        isEmpty={(items) => items.length === 0}
        empty={
          <Empty
            text={t('market.noOffers')}
            action={<ButtonLink to={paths.projects}>{t('wallet.explore')}</ButtonLink>}
          />
        }
      >
        {(items) => (
          <>
            <TrendingItems items={items} />
            <Collections items={items} />
            <MarketRanking items={items} />
          </>
        )}
      </Loaded>
      {isOffering && <MakeOffer session={session} onClose={() => setOffering(false)} />}
      <MarketWallet open={isWalletOpen} onClose={() => setWalletOpen(false)} />
    </Page>
  )
}

function Collections({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useUrlState('collection', 'all')
  const collections = collectionsOf(items)
  const tabs = collectionFilters.map((name) => ({
    id: name,
    label: t(`market.collection.${name}`),
    content: <MarketGrid items={collections.filter((row) => row[name]).map(({ item }) => item)} />,
  }))
  return (
    <Section title={t('market.collections')}>
      <Tabs
        label={t('market.collections')}
        value={collectionFilters.find((name) => name === shown) ?? 'all'}
        onChange={setShown}
        tabs={[{ id: 'all', label: t('market.collection.all'), content: <MarketGrid items={items} /> }, ...tabs]}
      />
    </Section>
  )
}
