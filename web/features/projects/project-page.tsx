import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Project } from '#shared/contract/projects.ts'
import { type ProjectKey, parseProjectKey } from '#shared/rules/keys.ts'
import { paths } from '#shared/rules/paths.ts'
import { isMissing } from '#web/lib/call.ts'
import { firstHeading, isFirstOutlined } from '#web/lib/first-heading.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { type Read, useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page, usePageTitle } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { FirstBanner, ProjectBanner } from './project-banner.tsx'
import { useProjectSections } from './project-sections.tsx'
import { StageTracker } from './stage-tracker.tsx'

/** Loaded only for people with permissions. */
const ProjectSettings = lazy(async () => ({ default: (await import('./project-settings.tsx')).ProjectSettings }))

/** `?key={tenantId}:{accountId}:{projectId}`. */
export function ProjectPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const key = parseProjectKey(params.get('key') ?? '')
  const project = useProject(key)
  if (key === null || isMissing(project.error)) {
    return (
      <Page title={t('projects.notFound')} lead={t('projects.notFoundHelp')} narrow>
        <ButtonLink to={paths.projects}>{t('hero.explore')}</ButtonLink>
      </Page>
    )
  }
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 sm:py-8">
      <Loaded from={project} rows={8} above={<Named />}>
        {(shown) => <ShownProject project={shown} />}
      </Loaded>
    </div>
  )
}

/**
 * Reads publicly without a token. The registry's admins, the owner and the providers read with one, which includes
 * drafts.
 */
function useProject(key: ProjectKey | null): Read<Project> {
  const session = useSession()
  const { projectId = '', tenantId } = key ?? {}
  const isHere = session !== null && tenantId === site().tenantId
  const isOwn = isHere && (session.may('project.decide') || key?.accountId === session.accountId)
  const open = useRead(reading.readProject, { when: key !== null && !isOwn, query: { projectId, tenantId } })
  const providers = [open.data?.measurementProvider, open.data?.verificationProvider]
  const isProvider = providers.some((provider) => provider?.accountId === session?.accountId)
  const asUser = isOwn || (isHere && (isProvider || isMissing(open.error)))
  // The URL differs from the public one: the token determines the registry.
  const inside = useRead(reading.readProject, { when: asUser, query: { projectId }, asUser })
  return asUser ? inside : open
}

/** Shows the server-rendered name while the project loads. */
function Named() {
  const name = firstHeading()
  if (name === null) return null
  return <FirstBanner name={name} isOutlined={isFirstOutlined()} />
}

const firstTab = 'details'

function ShownProject({ project }: { project: Project }) {
  const { t } = useTranslation()
  // Each tab has its own page cursor.
  const url = useUrlList('')
  const tab = url.filter('tab') || firstTab
  usePageTitle(project.projectName)
  const tabs = [
    ...useProjectSections(project),
    ...(project.acts.includes('edit')
      ? [
          {
            id: 'settings',
            label: t('projects.tab.settings'),
            content: (
              <Suspense fallback={<Skeleton rows={8} />}>
                <ProjectSettings project={project} />
              </Suspense>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <ProjectBanner project={project} />
      {project.statusReason && (
        <div className="mt-4">
          <Notice
            tone={project.status === 'rejected' ? 'bad' : 'warn'}
            title={t(`projects.reasonWhen.${project.status}`)}
          >
            {project.statusReason}
          </Notice>
        </div>
      )}
      <div className="mt-6">
        <StageTracker stage={project.stage} />
      </div>
      <div className="mt-8">
        <Tabs
          label={t('projects.sections')}
          tabs={tabs}
          value={tabs.some(({ id }) => id === tab) ? tab : firstTab}
          onChange={(id) => url.setFilter('tab', id === firstTab ? '' : id)}
        />
      </div>
    </>
  )
}
