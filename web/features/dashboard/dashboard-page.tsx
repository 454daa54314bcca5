import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Account, readAccount } from '#shared/contract/accounts.ts'
import { listMyProjects, listOwnedAssets } from '#shared/contract/projects.ts'
import { EditAccountButton } from '#web/domain/edit-account.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useWords } from '#web/lib/words.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { Loaded, Skeleton } from '#web/ui/states.tsx'
import { DashboardTiles } from './dashboard-tiles.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { LatestTransactions } from './latest-transactions.tsx'
import { WaitingOnMe } from './waiting-on-me.tsx'

const ProjectCarousel = lazy(async () => ({
  default: (await import('./project-carousel.tsx')).ProjectCarousel,
}))

/** The start of signed-in people: figures, what waits for them, projects, holdings, the latest movements. */
export function DashboardPage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  const { tagline } = useWords()
  const account = useRead(readAccount, { when: session.accountId !== null })
  const name = account.data?.name
  return (
    <Page
      title={name ? t('dashboard.welcomeNamed', { name }) : t('dashboard.welcome')}
      lead={tagline}
      actions={site().languageSelection && <LanguageSwitch />}
    >
      {account.data && <AccountNotice account={account.data} />}
      <DashboardTiles session={session} />
      <WaitingOnMe session={session} />
      {session.accountId !== null && (
        <>
          <Carousels />
          <LatestTransactions accountId={session.accountId} />
        </>
      )}
    </Page>
  )
}

/** Says why the reader's organisation cannot move units, and what can be done about it. */
function AccountNotice({ account }: { account: Account }) {
  const { t } = useTranslation()
  const { status, statusReason } = account
  if (status === 'active') return null
  return (
    <div className="mb-6">
      <Notice tone={status === 'pending' ? 'waiting' : 'bad'} title={t(`dashboard.account.${status}`)}>
        <p className="wrap-anywhere">
          {statusReason === null ? t(`dashboard.accountHelp.${status}`) : t('notices.reason', { reason: statusReason })}
        </p>
        {status === 'rejected' && (
          <div className="mt-3">
            <EditAccountButton account={account} />
          </div>
        )}
      </Notice>
    </div>
  )
}

function Carousels() {
  const { t } = useTranslation()
  const format = useFormat()
  const { assetNamePlural } = useWords()
  const mine = useRead(listMyProjects, { query: { limit: 20 } })
  const owned = useRead(listOwnedAssets, { query: { limit: 20 } })
  const ownedItems = owned.data?.items ?? []
  return (
    <Suspense fallback={<Skeleton rows={4} />}>
      <Loaded from={mine} rows={4}>
        {({ items }) => (
          <ProjectCarousel
            title={t('layout.myProjects')}
            projects={items}
            noteOf={(project) => <StatusBadge kind="project" status={project.status} />}
          />
        )}
      </Loaded>
      {ownedItems.length > 0 && (
        <ProjectCarousel
          title={t('dashboard.ownedProjects')}
          projects={ownedItems}
          noteOf={({ projectKey }) => (
            <span className="tabular text-sm text-ink-soft">
              {t('dashboard.heldUnits', {
                quantity: format.quantity(ownedItems.find((item) => item.projectKey === projectKey)?.balance ?? 0),
                assets: assetNamePlural,
              })}
            </span>
          )}
        />
      )}
    </Suspense>
  )
}
