import { lazy, Suspense } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useReadOn } from '#web/lib/use-read-on.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { Loaded, Skeleton, Together, Unread } from '#web/ui/states.tsx'
import { DashboardTiles } from './dashboard-tiles.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { LatestTransactions } from './latest-transactions.tsx'
import { ProjectCarousel } from './project-carousel.tsx'
import { WaitingOnMe } from './waiting-on-me.tsx'

/** Its form is for the few whose application was refused. */
const EditAccountButton = lazy(async () => ({
  default: (await import('#web/domain/edit-account.tsx')).EditAccountButton,
}))

/** It is for those who come for something else than their projects. */
const RoleDesk = lazy(async () => ({ default: (await import('./role-desk.tsx')).RoleDesk }))

/**
 * The start of signed-in people: figures, what waits for them, projects, holdings, the latest movements. Whoever is here for
 * other work than projects finds that first.
 */
export function DashboardPage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  const { tagline } = useWords()
  const account = useRead(first.readAccount, { when: session.accountId !== null })
  const name = account.data?.name
  const elsewhere =
    account.data && (account.data.type !== 'proponent' || session.may('project.decide')) ? account.data : null
  return (
    <Page
      title={name ? t('dashboard.welcomeNamed', { name }) : t('dashboard.welcome')}
      lead={tagline}
      actions={site().languageSelection && <LanguageSwitch />}
    >
      <Together>
        <Unread from={[account]} />
        {account.data && <AccountNotice account={account.data} />}
        {elsewhere ? (
          <>
            <WaitingOnMe />
            <Suspense fallback={<Skeleton rows={2} />}>
              <RoleDesk session={session} account={elsewhere} />
            </Suspense>
            <div className="mt-10">
              <DashboardTiles session={session} />
            </div>
          </>
        ) : (
          <>
            <DashboardTiles session={session} />
            <WaitingOnMe />
          </>
        )}
        {session.accountId !== null && (
          <>
            <Carousels />
            <LatestTransactions accountId={session.accountId} />
          </>
        )}
      </Together>
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
            <Suspense>
              <EditAccountButton account={account} />
            </Suspense>
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
  const mine = useReadOn(first.listMyProjects)
  const owned = useReadOn(first.listOwnedAssets)
  return (
    <>
      <Loaded from={mine} rows={4}>
        {() => (
          <ProjectCarousel
            title={t('layout.myProjects')}
            projects={mine}
            noteOf={(project) => <StatusBadge kind="project" status={project.status} />}
          />
        )}
      </Loaded>
      <Unread from={[owned]} />
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
    </>
  )
}
