import { lazy, Suspense, startTransition, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readAccount } from '#shared/contract/accounts.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { listBalances, type WalletBalance } from '#shared/contract/wallet.ts'
import { leaves } from '#shared/rules/account-roles.ts'
import { mayBeClaimed, mayBeTransferred } from '#shared/rules/claim.ts'
import { paths, projectPath, screen } from '#shared/rules/paths.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { LockedUnits, useBalanceColumns } from './balance-columns.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

const RoleNotice = lazy(async () => ({ default: (await import('#web/domain/role-notice.tsx')).RoleNotice }))
const StopBanner = lazy(async () => ({ default: (await import('#web/domain/stop-banner.tsx')).StopBanner }))

/** What the registry accepts for these units. */
function actsOn(row: WalletBalance): Act['kind'][] {
  if (row.balance === 0) return []
  return [...(mayBeTransferred(row) ? (['transfer'] as const) : []), ...(mayBeClaimed(row) ? (['claim'] as const) : [])]
}

type Act = { kind: 'transfer' | 'claim'; assets: readonly WalletBalance[] }

/** Loaded on demand: most wallets have no acts that wait. */
const PendingPage = lazy(async () => ({ default: (await import('./pending-page.tsx')).PendingPage }))
const PendingList = lazy(async () => ({ default: (await import('./pending-list.tsx')).PendingList }))
const WaitingActs = lazy(async () => ({ default: (await import('./waiting-acts.tsx')).WaitingActs }))

/** The account's units, one act that waits (`?pending=`), or the list of those acts (`?view=pending`). */
export function WalletPage() {
  const [params] = useSearchParams()
  const pendingId = params.get('pending')
  if (pendingId)
    return (
      <Suspense>
        <PendingPage key={pendingId} pendingId={pendingId} />
      </Suspense>
    )
  if (params.get('view') === 'pending')
    return (
      <Suspense>
        <PendingList />
      </Suspense>
    )
  return <OwnUnits />
}

function OwnUnits() {
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
  const account = useRead(readAccount, { when: accountId !== null }).data
  // Only active accounts move units.
  const isActive = account?.status === 'active'
  const isLeft = leaves(account?.role, 'units.move')
  const mayMove = isActive && account.stop === null && isLeft
  const asked = list.page.data?.items.find((row) => row.assetId === askedId && actsOn(row).includes('claim'))
  const shown: Act | null = act ?? (asked && mayMove ? { kind: 'claim', assets: [asked] } : null)
  // Drawn at once, a form blocks a phone for a quarter of a second.
  const open = (next: Act) => startTransition(() => setAct(next))
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
        <>
          <Link to={projectPath(row.projectKey)} className="row-link">
            {row.projectName}
          </Link>
          {row.stop && (
            <span className="mt-1 block pb-1 text-sm font-normal whitespace-normal text-ink-soft">
              <StatusBadge kind="project" status={row.stop.status} /> {row.stop.reason}
              {!mayBeClaimed(row) && ` ${t('wallet.notClaimable')}`}
              {!mayBeTransferred(row) && ` ${t('wallet.notTransferable')}`}
            </span>
          )}
          <LockedUnits of={row} />
        </>
      ),
    },
    ...useBalanceColumns(),
    {
      label: t('projects.column.action'),
      isAct: true,
      cell: (row) =>
        mayMove && (
          <span className="flex flex-wrap items-center gap-2 max-lg:justify-end">
            {actsOn(row).map((kind) => (
              <RowAct
                key={kind}
                act={t(`wallet.${kind}`)}
                row={`${row.projectName}, ${row.vintage}`}
                isPrimary={kind === 'claim'}
                onAct={() => open({ kind, assets: [row] })}
              />
            ))}
          </span>
        ),
    },
  ]
  return (
    <Page title={t('wallet.title')} lead={t('wallet.lead', { assets: assetNamePlural })}>
      {account?.stop && (
        <Suspense>
          <StopBanner {...account} stop={account.stop} />
        </Suspense>
      )}
      {account?.role && !isLeft && (
        <Suspense>
          <RoleNotice role={account.role} />
        </Suspense>
      )}
      {account && !isActive && (
        <div className="mb-6">
          <Notice tone="warn" title={t('wallet.cannotMove')}>
            {account.status !== 'active' && t(`dashboard.accountHelp.${account.status}`)}
          </Notice>
        </div>
      )}
      {accountId !== null && (
        <Suspense>
          <WaitingActs accountId={accountId} />
        </Suspense>
      )}
      <ListTable
        list={list}
        label={t('wallet.title')}
        columns={columns}
        keyOf={(row) => row.assetId}
        file="balances"
        ticks={
          mayMove
            ? {
                nameOf: (row) =>
                  row.balance > 0 ? t('wallet.choose', { project: row.projectName, vintage: row.vintage }) : null,
                isTicked: (row) => chosen.has(row.assetId),
                onChange: toggle,
              }
            : undefined
        }
        search={t('wallet.search')}
        empty={t('wallet.none')}
        emptyAct={<FirstUnits />}
      />
      {mayMove && assets.length > 0 && (
        <BottomBar>
          {assets.every(mayBeTransferred) ? (
            <Button onClick={() => open({ kind: 'transfer', assets })}>
              {t('wallet.transferChosen', { count: assets.length })}
            </Button>
          ) : (
            <p className="text-sm text-ink-soft">{t('wallet.someNotTransferable')}</p>
          )}
          {assets.every(mayBeClaimed) ? (
            <Button tone="primary" onClick={() => open({ kind: 'claim', assets })}>
              {t('wallet.claimChosen', { count: assets.length })}
            </Button>
          ) : (
            <p className="text-sm text-ink-soft">{t('wallet.someNotClaimable')}</p>
          )}
        </BottomBar>
      )}
      <ChainAddress />
      {shown?.kind === 'transfer' && <TransferDialog assets={shown.assets} onClose={finish} />}
      {shown?.kind === 'claim' && <ClaimDialog assets={shown.assets} onClose={finish} />}
    </Page>
  )
}

/** Where an empty wallet gets units: by minting what is verified, else from projects. */
function FirstUnits() {
  const { t } = useTranslation()
  const { data, error } = useRead(listTasks, { query: { kind: ['units.mint'], limit: 1 } })
  if (!data && !error) return null
  const [task] = data?.items ?? []
  if (!data || !task) return <ButtonLink to={paths.projects}>{t('wallet.explore')}</ButtonLink>
  return (
    <ButtonLink to={data.total === 1 ? task.path : screen(paths.tasks, { kind: 'units.mint' })}>
      {t('tasks.kind.units.mint')}
    </ButtonLink>
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
