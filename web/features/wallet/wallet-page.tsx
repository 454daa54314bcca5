import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAccount } from '#shared/contract/accounts.ts'
import { listBalances, type WalletBalance } from '#shared/contract/wallet.ts'
import { paths } from '#shared/rules/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'
import { useWords } from '#web/lib/words.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Page, Section, Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { BalancesTable } from './balances-table.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { ExportBalances } from './export-balances.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

type Act = { kind: 'transfer' | 'claim'; assets: readonly WalletBalance[] }

/** What the reader's account holds, and the acts on it. */
export function WalletPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const { assetNamePlural } = useWords()
  const list = useUrlList('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, WalletBalance>>(new Map())
  const [act, setAct] = useState<Act | null>(null)
  const query = { accountId: accountId ?? '', q: list.q || undefined }
  const balances = useRead(listBalances, {
    query: { ...query, cursor: list.cursor || undefined, limit: 25 },
    when: accountId !== null,
    keep: true,
  })
  const none = (
    <Empty
      text={t(list.q ? 'ui.nothingFound' : 'wallet.none')}
      action={<ButtonLink to={paths.projects}>{t('wallet.explore')}</ButtonLink>}
    />
  )
  const toggle = (asset: WalletBalance) =>
    setChosen((before) => {
      const after = new Map(before)
      if (!after.delete(asset.assetId)) after.set(asset.assetId, asset)
      return after
    })
  const finish = () => {
    setAct(null)
    setChosen(new Map())
  }
  const assets = [...chosen.values()]
  return (
    <Page title={t('wallet.title')} lead={t('wallet.lead', { assets: assetNamePlural })}>
      <Toolbar>
        <SearchField label={t('wallet.search')} value={list.q} onChange={list.setQ} />
        {assets.length > 0 && (
          <>
            <Button onClick={() => setAct({ kind: 'transfer', assets })}>
              {t('wallet.transferChosen', { count: assets.length })}
            </Button>
            <Button tone="primary" onClick={() => setAct({ kind: 'claim', assets })}>
              {t('wallet.claimChosen', { count: assets.length })}
            </Button>
          </>
        )}
        {(balances.data?.total ?? 0) > 0 && (
          <div className="sm:ml-auto">
            <ExportBalances query={query} />
          </div>
        )}
      </Toolbar>
      {accountId === null ? (
        none
      ) : (
        <Loaded from={balances} rows={6} isEmpty={(page) => page.items.length === 0} empty={none}>
          {(page) => (
            <>
              <BalancesTable
                balances={page.items}
                isChosen={(asset) => chosen.has(asset.assetId)}
                onToggle={toggle}
                onTransfer={(asset) => setAct({ kind: 'transfer', assets: [asset] })}
                onClaim={(asset) => setAct({ kind: 'claim', assets: [asset] })}
              />
              <Pager
                total={page.total}
                shown={page.items.length}
                onPrevious={list.previous}
                onNext={list.next(page.nextCursor)}
              />
            </>
          )}
        </Loaded>
      )}
      <ChainAddress />
      {act?.kind === 'transfer' && <TransferDialog assets={act.assets} onClose={finish} />}
      {act?.kind === 'claim' && <ClaimDialog assets={act.assets} onClose={finish} />}
    </Page>
  )
}

/** Where the account's units are on the chain, for whoever wants to look there. */
function ChainAddress() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const { data } = useRead(readAccount, { when: accountId !== null })
  if (!data) return null
  return (
    <Section title={t('wallet.onChain')}>
      <Facts>
        <Fact label={t('wallet.address')} wide>
          <CopyText text={data.chainAddress} />
        </Fact>
        <Fact label={t('wallet.custody')} wide>
          {t('wallet.custodyHelp')}
        </Fact>
      </Facts>
    </Section>
  )
}
