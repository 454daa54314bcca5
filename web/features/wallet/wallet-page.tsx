import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { readAccount } from '#shared/contract/accounts.ts'
import { listBalances, type WalletBalance } from '#shared/contract/wallet.ts'
import { paths, projectPath } from '#shared/rules/paths.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useBalanceColumns } from './balance-columns.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

type Act = { kind: 'transfer' | 'claim'; assets: readonly WalletBalance[] }

export function WalletPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const { assetNamePlural } = useWords()
  const [chosen, setChosen] = useState<ReadonlyMap<string, WalletBalance>>(new Map())
  const [act, setAct] = useState<Act | null>(null)
  // The address may ask for the form that claims one asset.
  const [askedId, setAskedId] = useState(useSearchParams()[0].get('claim'))
  const list = useList(listBalances, { given: { accountId: accountId ?? '' }, when: accountId !== null })
  const toggle = (asset: WalletBalance) =>
    setChosen((before) => {
      const after = new Map(before)
      if (!after.delete(asset.assetId)) after.set(asset.assetId, asset)
      return after
    })
  const asked = list.page.data?.items.find(({ assetId, balance }) => assetId === askedId && balance > 0)
  const shown: Act | null = act ?? (asked ? { kind: 'claim', assets: [asked] } : null)
  const finish = () => {
    setAct(null)
    setAskedId(null)
    setChosen(new Map())
  }
  const assets = [...chosen.values()]
  const columns: ListColumn<WalletBalance>[] = [
    {
      label: t('wallet.column.project'),
      cell: (row) => (
        <span className="flex gap-3 max-md:items-start md:items-center">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-(--accent-fill) max-md:mt-1"
            aria-label={t('wallet.choose', { project: row.projectName, vintage: row.vintage })}
            checked={chosen.has(row.assetId)}
            disabled={row.balance === 0}
            onChange={() => toggle(row)}
          />
          <span className="min-w-0 md:truncate">
            <Link to={projectPath(row.projectKey)} className="row-link">
              {row.projectName}
            </Link>
            {row.stop && (
              <span className="text-sm font-normal text-ink-soft max-md:mt-1 max-md:block md:ml-2">
                <StatusBadge kind="project" status={row.stop.status} /> {row.stop.reason}
              </span>
            )}
          </span>
        </span>
      ),
    },
    ...useBalanceColumns(),
    {
      label: t('projects.column.action'),
      isAct: true,
      cell: (row) =>
        row.balance > 0 && (
          <span className="flex gap-2">
            {(['transfer', 'claim'] as const).map((kind) => (
              <RowAct
                key={kind}
                act={t(`wallet.${kind}`)}
                row={`${row.projectName}, ${row.vintage}`}
                isPrimary={kind === 'claim'}
                onAct={() => setAct({ kind, assets: [row] })}
              />
            ))}
          </span>
        ),
    },
  ]
  return (
    <Page title={t('wallet.title')} lead={t('wallet.lead', { assets: assetNamePlural })}>
      <ListTable
        list={list}
        label={t('wallet.title')}
        columns={columns}
        keyOf={(row) => row.assetId}
        file="balances"
        search={t('wallet.search')}
        empty={t('wallet.none')}
        emptyAct={<ButtonLink to={paths.projects}>{t('wallet.explore')}</ButtonLink>}
      />
      {assets.length > 0 && (
        // Sticky at the bottom, so that no row moves when it is ticked.
        <div
          data-sticks-below
          className="sticky bottom-0 z-10 -mx-1 mt-4 flex flex-wrap gap-3 border-t border-line bg-ground px-1 py-3"
        >
          <Button onClick={() => setAct({ kind: 'transfer', assets })}>
            {t('wallet.transferChosen', { count: assets.length })}
          </Button>
          <Button tone="primary" onClick={() => setAct({ kind: 'claim', assets })}>
            {t('wallet.claimChosen', { count: assets.length })}
          </Button>
        </div>
      )}
      <ChainAddress />
      {shown?.kind === 'transfer' && <TransferDialog assets={shown.assets} onClose={finish} />}
      {shown?.kind === 'claim' && <ClaimDialog assets={shown.assets} onClose={finish} />}
    </Page>
  )
}

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
