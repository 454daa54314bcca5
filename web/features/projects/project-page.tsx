import { useSearchParams } from 'react-router'
import { type Project, readProject } from '#shared/contract/projects.ts'
import { type ProjectKey, parseProjectKey } from '#shared/rules/keys.ts'
import { paths } from '#shared/rules/paths.ts'
import { DocumentList } from '#web/domain/document-list.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { isMissing } from '#web/lib/call.ts'
import { site } from '#web/lib/site-config.ts'
import { type Read, useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page, usePageTitle } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ProjectActs } from './project-acts.tsx'
import { ProjectBanner } from './project-banner.tsx'
import { ProjectDetails } from './project-details.tsx'
import { ProjectItems } from './project-items.tsx'
import { ProjectOverlaps } from './project-overlaps.tsx'
import { ProjectSettings } from './project-settings.tsx'
import { ProjectTimeline } from './project-timeline.tsx'
import { StageTracker } from './stage-tracker.tsx'
import { WaitsOn } from './waits-on.tsx'

/** The documents that every project has (specification, section 3). */
const titles = ['PDS', 'Measurement', 'Verification']

/** One project, named by `?key={tenantId}:{accountId}:{projectId}`. */
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
      <Loaded from={project} rows={8}>
        {(shown) => <ShownProject project={shown} />}
      </Loaded>
    </div>
  )
}

/**
 * Reads a project as everybody may see it, without a token, and with one for who may do something about it: the registry's
 * admins, its own account and its providers. Nobody else sees a draft.
 */
function useProject(key: ProjectKey | null): Read<Project> {
  const session = useSession()
  const { projectId = '', tenantId } = key ?? {}
  const isHere = session !== null && tenantId === site().tenantId
  const isOwn = isHere && (session.may('project.decide') || key?.accountId === session.accountId)
  const open = useRead(readProject, { when: key !== null && !isOwn, query: { projectId, tenantId } })
  const providers = [open.data?.measurementProvider, open.data?.verificationProvider]
  const isProvider = providers.some((provider) => provider?.accountId === session?.accountId)
  const asUser = isOwn || (isHere && (isProvider || isMissing(open.error)))
  // Another address than the public one: the token says which registry.
  const inside = useRead(readProject, { when: asUser, query: { projectId }, asUser })
  return asUser ? inside : open
}

function ShownProject({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [tab, setTab] = useUrlState('tab', 'details')
  usePageTitle(project.projectName)
  const session = useSession()
  const mayEdit = project.acts.includes('edit')
  const mayCompare = session?.may('project.decide') === true && project.tenantId === site().tenantId
  const tabs = [
    { id: 'details', label: t('projects.tab.details'), content: <ProjectDetails project={project} /> },
    {
      id: 'documents',
      label: t('projects.tab.documents'),
      count: project.documents.length,
      content: (
        <DocumentList
          subject={{ kind: 'project', id: project.projectId, tenantId: project.tenantId }}
          titles={titles}
        />
      ),
    },
    {
      id: 'items',
      label: t('projects.tab.items'),
      count: project.items.length,
      content: <ProjectItems project={project} />,
    },
    ...(mayCompare
      ? [{ id: 'overlaps', label: t('projects.tab.overlaps'), content: <ProjectOverlaps project={project} /> }]
      : []),
    { id: 'timeline', label: t('projects.tab.timeline'), content: <ProjectTimeline project={project} /> },
    ...(mayEdit
      ? [{ id: 'settings', label: t('projects.tab.settings'), content: <ProjectSettings project={project} /> }]
      : []),
  ]
  return (
    <>
      <ProjectBanner project={project} />
      <header className="mt-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-semibold break-words sm:text-3xl">
            {project.projectName || project.projectId}
          </h1>
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
            <StatusBadge kind="project" status={project.status} />
            <span>{project.proponent}</span>
            <WaitsOn project={project} />
          </div>
        </div>
        <ProjectActs project={project} />
      </header>
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
      <div className="mt-8">
        <StageTracker stage={project.stage} />
      </div>
      <div className="mt-8">
        <Tabs
          label={t('projects.sections')}
          tabs={tabs}
          value={tabs.some(({ id }) => id === tab) ? tab : 'details'}
          onChange={setTab}
        />
      </div>
    </>
  )
}
