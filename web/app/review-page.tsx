import { useNavigate, useSearchParams } from 'react-router'
import { reviewPath } from '#shared/rules/paths.ts'
import { NoPage } from '#web/domain/no-page.tsx'
import { useWaitingForReview } from '#web/domain/waiting-for-review.ts'
import { AuditLog } from '#web/features/audit/audit-log.tsx'
import { PendingMethodologies } from '#web/features/methodologies/pending-methodologies.tsx'
import { ReviewedProject } from '#web/features/projects/reviewed-project.tsx'
import { RegistrySettings } from '#web/features/registry-settings/registry-settings.tsx'
import { AccountsQueue } from '#web/features/review/accounts-queue.tsx'
import { LedgerHealth } from '#web/features/review/ledger-health.tsx'
import { PendingProjects } from '#web/features/review/pending-projects.tsx'
import { ReviewClock } from '#web/features/review/review-clock.tsx'
import { draftKey, useHasDraft } from '#web/lib/drafts.ts'
import { site } from '#web/lib/site-config.ts'
import type { Read } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const tabs = [
  { id: 'projects', Content: ProjectsToReview },
  { id: 'accounts', Content: AccountsQueue },
  { id: 'methodologies', Content: PendingMethodologies },
  { id: 'clock', Content: ReviewClock },
  { id: 'ledger', Content: LedgerHealth },
  { id: 'audit', Content: AuditLog },
  { id: 'settings', Content: RegistrySettings },
] as const

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
  const waiting: { [Tab in (typeof tabs)[number]['id']]?: Read<{ total: number }> } = useWaitingForReview()
  const { userId } = useSignedIn()
  const isUnsaved = useHasDraft(draftKey('edit', `tenant:${site().tenantId}`, userId))
  const requestedTab = params.get('tab')
  const shown = tabs.find(({ id }) => id === requestedTab)?.id ?? 'projects'
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

function ProjectsToReview() {
  return <PendingProjects show={(projectId) => <ReviewedProject projectId={projectId} />} />
}
