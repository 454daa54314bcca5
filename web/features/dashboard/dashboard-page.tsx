import { lazy, Suspense } from 'react'
import { StatusBadge } from '#web/domain/status.tsx'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useReadMore } from '#web/lib/use-read-more.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Due, LoadTogether, NotLoaded } from '#web/ui/load-together.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { DashboardTiles } from './dashboard-tiles.tsx'
import { Holdings } from './holdings.tsx'
import { homeRole } from './home-role.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { LatestTransactions } from './latest-transactions.tsx'
import { PendingOnMe } from './pending-on-me.tsx'
import { ProjectCarousel } from './project-carousel.tsx'
import { RoleDesk } from './role-desk.tsx'
import { UnreadNotices } from './unread-notices.tsx'
import { WaitingOnMe } from './waiting-on-me.tsx'

/** Loaded on demand: active accounts need no notice. */
const AccountNotice = lazy(async () => ({ default: (await import('./account-notice.tsx')).AccountNotice }))

/** The start page: what waits, then the projects; beside them what there is. */
export function DashboardPage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  const { tagline } = useWords()
  const account = useRead(first.readAccount, { when: session.accountId !== null })
  const name = account.data?.name
  const role = homeRole(session, account.data)
  // The page is hidden, while its data load, until the role is known.
  const isKnown = role !== undefined || session.accountId === null || account.error !== undefined
  return (
    <Page
      title={name ? t('dashboard.welcomeNamed', { name }) : t('dashboard.welcome')}
      lead={tagline}
      actions={site().languageSelection && <LanguageSwitch />}
    >
      <LoadTogether>
        {account.data && account.data.status !== 'active' && (
          <Suspense fallback={<Due />}>
            <AccountNotice account={account.data} status={account.data.status} />
          </Suspense>
        )}
        {role === undefined && <NotLoaded from={[account]} />}
        {!isKnown && <Skeleton rows={6} />}
        <div hidden={!isKnown}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr]">
            <div>
              {session.accountId !== null && session.may('units.move') && (
                <PendingOnMe accountId={session.accountId} isAdmin={session.may('units.burn')} />
              )}
              <WaitingOnMe role={role} />
              <RoleDesk session={session} account={account.data} />
            </div>
            <div className="sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:items-start sm:max-lg:gap-10 sm:max-lg:*:mt-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <DashboardTiles session={session} />
              {session.accountId !== null && (
                <>
                  {account.data?.type !== 'buyer' && <Holdings accountId={session.accountId} />}
                  <LatestTransactions accountId={session.accountId} />
                </>
              )}
              <UnreadNotices />
            </div>
            {session.accountId !== null && (
              <div>
                <Carousels isProponent={role === 'proponent'} />
              </div>
            )}
          </div>
        </div>
      </LoadTogether>
    </Page>
  )
}

/** Owned projects come first where the account has no projects. */
function Carousels({ isProponent }: { isProponent: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { assetNamePlural } = useWords()
  const mine = useReadMore(first.listMyProjects)
  const owned = useReadMore(first.listOwnedAssets)
  const isWithout = !isProponent && mine.data !== undefined && mine.items.length === 0
  const ownProjects = (
    <Loaded from={mine} rows={4}>
      {() => (
        <ProjectCarousel
          title={t('layout.myProjects')}
          projects={mine}
          isBrief={isWithout}
          noteOf={(project) => <StatusBadge kind="project" status={project.status} />}
        />
      )}
    </Loaded>
  )
  return (
    <>
      {!isWithout && ownProjects}
      <NotLoaded from={[owned]} />
      {owned.items.length > 0 && (
        <ProjectCarousel
          title={t('dashboard.ownedProjects')}
          projects={owned}
          noteOf={({ balance }) => (
            <span className="tabular text-sm text-ink-soft">
              {t('dashboard.heldUnits', { quantity: format.quantity(balance), assets: assetNamePlural })}
            </span>
          )}
        />
      )}
      {isWithout && ownProjects}
    </>
  )
}
