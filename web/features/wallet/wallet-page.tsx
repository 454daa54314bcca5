import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAccount } from '#shared/contract/accounts.ts'
import { listBalances, type WalletBalance } from '#shared/contract/wallet.ts'
import { paths } from '#shared/rules/paths.ts'
import { ListView } from '#web/domain/list.tsx'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useWords } from '#web/lib/words.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { BalancesTable } from './balances-table.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

type Act = { kind: 'transfer' | 'claim'; assets: readonly WalletBalance[] }

/** What the reader's account holds, and the acts on it. */
export function WalletPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const { assetNamePlural } = useWords()
  const [chosen, setChosen] = useState<ReadonlyMap<string, WalletBalance>>(new Map())
  const [act, setAct] = useState<Act | null>(null)
  const list = useList(listBalances, { given: { accountId: accountId ?? '' }, when: accountId !== null })
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
      <ListView
        list={list}
        search={t('wallet.search')}
        filters={
          assets.length > 0 && (
            <>
              <Button onClick={() => setAct({ kind: 'transfer', assets })}>
                {t('wallet.transferChosen', { count: assets.length })}
              </Button>
              <Button tone="primary" onClick={() => setAct({ kind: 'claim', assets })}>
                {t('wallet.claimChosen', { count: assets.length })}
              </Button>
            </>
          )
        }
        empty={t('wallet.none')}
        emptyAct={<ButtonLink to={paths.projects}>{t('wallet.explore')}</ButtonLink>}
        csv={{
          name: 'balances',
          fields: [
            { label: t('projects.projectId'), of: (row) => row.projectKey },
            { label: t('wallet.column.project'), of: (row) => row.projectName },
            { label: t('wallet.column.vintage'), of: (row) => row.vintage },
            { label: t('wallet.column.balance'), of: (row) => row.balance },
            { label: t('wallet.column.locked'), of: (row) => row.locked },
            { label: t('wallet.column.serials'), of: (row) => serialsOf(row, t) },
          ],
        }}
      >
        {(balances) => (
          <BalancesTable
            balances={balances}
            isChosen={(asset) => chosen.has(asset.assetId)}
            onToggle={toggle}
            onTransfer={(asset) => setAct({ kind: 'transfer', assets: [asset] })}
            onClaim={(asset) => setAct({ kind: 'claim', assets: [asset] })}
          />
        )}
      </ListView>
      <ChainAddress />
      {act?.kind === 'transfer' && <TransferDialog assets={act.assets} onClose={finish} />}
      {act?.kind === 'claim' && <ClaimDialog assets={act.assets} onClose={finish} />}
    </Page>
  )
}

/** The serial numbers that an asset's row holds, and how many more ranges there are. */
function serialsOf({ serials, rangeCount }: WalletBalance, t: TFunction): string {
  const shown = serials.map((range) => range.serial)
  const left = rangeCount - shown.length
  return [...shown, ...(left > 0 ? [t('wallet.moreRanges', { count: left })] : [])].join(' ')
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
