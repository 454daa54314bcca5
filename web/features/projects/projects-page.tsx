import { useTranslation } from 'react-i18next'
import { listProjects, projectStatus } from '#shared/contract/projects.ts'
import { publishedStatuses } from '#shared/rules/lifecycle.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { ExportProjects } from './export-projects.tsx'
import { ProjectToolbar } from './project-toolbar.tsx'
import { ProjectsTable } from './projects-table.tsx'
import { useProjectFilters } from './use-project-filters.ts'

/** All published projects; tenant admins see those in every state. */
export function ProjectsPage() {
  const { t } = useTranslation()
  const isAdmin = useSession()?.isTenantAdmin ?? false
  const { list, query, isFiltered } = useProjectFilters()
  const asked = { tenantId: site().tenantId, isAdmin: isAdmin ? ('true' as const) : undefined, ...query }
  const projects = useRead(listProjects, { query: asked, asUser: isAdmin, keep: true })
  return (
    <Page title={t('projects.title')} lead={t(isAdmin ? 'projects.leadAdmin' : 'projects.lead')}>
      <ProjectToolbar
        list={list}
        statuses={isAdmin ? projectStatus.options : publishedStatuses}
        actions={<ExportProjects endpoint={listProjects} query={asked} asUser={isAdmin} />}
      />
      <Loaded
        from={projects}
        rows={8}
        isEmpty={(page) => page.items.length === 0}
        empty={<Empty text={t(isFiltered ? 'ui.nothingFound' : 'projects.nonePublished')} />}
      >
        {(page) => (
          <>
            <ProjectsTable projects={page.items} sort={list.sort} onSort={list.setSort} />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
