import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { listAccounts } from '#shared/contract/accounts.ts'
import type { TaskKind } from '#shared/rules/lifecycle/tasks.ts'
import { reviewPath } from '#shared/rules/paths.ts'
import { NoPage } from '#web/domain/no-page.tsx'
import { AuditLog } from '#web/features/audit/audit-log.tsx'
import { RegistrySettings } from '#web/features/registry-settings/registry-settings.tsx'
import { AccountsQueue } from '#web/features/review/accounts-queue.tsx'
import { LedgerHealth } from '#web/features/review/ledger-health.tsx'
import { ReviewClock } from '#web/features/review/review-clock.tsx'
import { Queue } from '#web/features/tasks/queue.tsx'
import { draftKey, useHasDraft } from '#web/lib/drafts.ts'
import { first } from '#web/lib/first-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { type Read, useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TaskSubject } from './task-subject.tsx'

const tabs = [
  { id: 'queue', Content: ReviewQueue },
  { id: 'accounts', Content: AccountsQueue },
  { id: 'clock', Content: ReviewClock },
  { id: 'ledger', Content: LedgerHealth },
  { id: 'audit', Content: AuditLog },
  { id: 'settings', Content: RegistrySettings },
] as const

/** Earlier addresses: tabs that are filters of the queue now. */
const earlierTabs: Readonly<Record<string, TaskKind>> = {
  projects: 'project.decide',
  methodologies: 'methodology.decide',
}

export function ReviewPage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  if (!session.may('project.decide')) return <NoPage reason="noAccess" />
  return (
    <Page title={t('review.title')} lead={t('review.lead')}>
      <Desk />
    </Page>
  )
}

function Desk() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const waiting: { [Tab in (typeof tabs)[number]['id']]?: Read<{ total: number }> } = {
    queue: useRead(first.listTasks, { query: { limit: 1 } }),
    accounts: useRead(listAccounts, { query: { status: 'pending', limit: 1 } }),
  }
  const isUnsaved = useHasDraft(draftKey('edit', `tenant:${site().tenantId}`))
  const requestedTab = params.get('tab')
  const earlier = requestedTab === null ? undefined : earlierTabs[requestedTab]
  if (earlier) {
    const values = new URLSearchParams(params)
    values.set('tab', 'queue')
    values.append('kind', earlier)
    return <Navigate to={`?${values}`} replace />
  }
  const shown = tabs.find(({ id }) => id === requestedTab)?.id ?? 'queue'
  return (
    <Tabs
      label={t('review.sections')}
      value={shown}
      // Drops the search, filters and page of the previous tab.
      onChange={(id) => navigate(reviewPath(id), { replace: true, preventScrollReset: true })}
      tabs={tabs.map(({ id, Content }) => ({
        id,
        label: t(`review.tab.${id}`),
        count: waiting[id]?.data?.total,
        mark: id === 'settings' && isUnsaved ? t('registrySettings.unsaved') : undefined,
        content: <Content />,
      }))}
    />
  )
}

function ReviewQueue() {
  return <Queue show={(task) => <TaskSubject task={task} />} />
}
