import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { listAccounts } from '#shared/contract/accounts.ts'
import { listBalances, type WalletBalance } from '#shared/contract/wallet.ts'
import { paths, projectPath, reviewPath } from '#shared/rules/paths.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { NoPage } from '#web/domain/no-page.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { LockedUnits, useBalanceColumns } from './balance-columns.tsx'
import { BurnDialog } from './burn-dialog.tsx'
import { WaitingActs } from './waiting-acts.tsx'

const StopBanner = lazy(async () => ({ default: (await import('#web/domain/stop-banner.tsx')).StopBanner }))

/** For tenant admins, who may burn units. `files` shows what they may save of the account. */
export function HoldingsPage({ files: Files }: { files: ComponentType<{ accountId: string }> }) {
  const session = useSignedIn()
  const [params] = useSearchParams()
  const accountId = params.get('account') ?? ''
  if (!session.may('units.burn')) return <NoPage reason="noAccess" />
  if (accountId === '') return <NoPage reason="notFound" />
  return (
    <Holdings key={accountId} accountId={accountId}>
      <Files accountId={accountId} />
    </Holdings>
  )
}

function Holdings({ accountId, children }: { accountId: string; children: ReactNode }) {
  const { t } = useTranslation()
  const [burnt, setBurnt] = useState<WalletBalance | null>(null)
  const account = useRead(listAccounts, { query: { q: accountId, limit: 20 } })
  const shown = account.data?.items.find((each) => each.accountId === accountId)
  const { name = accountId, stop = null } = shown ?? {}
  const list = useList(listBalances, { given: { accountId } })
  const columns: ListColumn<WalletBalance>[] = [
    {
      label: t('wallet.column.project'),
      cell: (row) => (
        <>
          <Link to={projectPath(row.projectKey)} className="row-link">
            {row.projectName}
          </Link>
          <LockedUnits of={row} account={accountId} />
        </>
      ),
    },
    ...useBalanceColumns(),
    {
      label: t('projects.column.action'),
      isAct: true,
      cell: (row) =>
        shown?.stop === null &&
        row.balance > 0 && (
          <RowAct act={t('burn.act')} row={`${row.projectName}, ${row.vintage}`} onAct={() => setBurnt(row)} />
        ),
    },
  ]
  return (
    <Page
      title={account.data ? t('burn.holdingsOf', { account: name }) : t('dashboard.holdings')}
      lead={
        <>
          <Breadcrumbs
            label={t('measurements.whereYouAre')}
            links={[
              { to: paths.review, text: t('review.title') },
              { to: reviewPath('accounts', { status: 'active' }), text: t('review.tab.accounts') },
            ]}
          />
          <p className="mt-1 max-w-prose">{t('burn.lead')}</p>
        </>
      }
    >
      {stop && (
        <Suspense>
          <StopBanner accountId={accountId} name={name} stop={stop} />
        </Suspense>
      )}
      <WaitingActs accountId={accountId} />
      <ListTable
        list={list}
        label={t('burn.holdingsOf', { account: name })}
        columns={columns}
        keyOf={(row) => row.assetId}
        file="holdings"
        search={t('wallet.search')}
        empty={t('burn.none')}
      />
      {children}
      {burnt && <BurnDialog account={{ accountId, name }} asset={burnt} onClose={() => setBurnt(null)} />}
    </Page>
  )
}
