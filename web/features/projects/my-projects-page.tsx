import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listMyProjects, projectStatus } from '#shared/contract/projects.ts'
import { paths } from '#shared/rules/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { ExportProjects } from './export-projects.tsx'
import { ProjectToolbar } from './project-toolbar.tsx'
import { ProjectsTable } from './projects-table.tsx'
import { RequestProject } from './request-project.tsx'
import { useProjectFilters } from './use-project-filters.ts'

/** The projects of the signed-in person's account, and the request of a new one (`?new=1`). */
export function MyProjectsPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const [isRequesting, setRequesting] = useUrlState('new')
  const { list, query, isFiltered } = useProjectFilters()
  const projects = useRead(listMyProjects, { query, keep: true })
  const request = accountId !== null && (
    <Button tone="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setRequesting('1')}>
      {t('projects.request')}
    </Button>
  )
  return (
    <Page title={t('layout.myProjects')} actions={request}>
      {(isFiltered || (projects.data?.total ?? 0) > 0) && (
        <ProjectToolbar
          list={list}
          statuses={projectStatus.options}
          actions={<ExportProjects endpoint={listMyProjects} query={query} />}
        />
      )}
      <Loaded
        from={projects}
        rows={6}
        isEmpty={(page) => page.items.length === 0}
        empty={
          isFiltered ? (
            <Empty text={t('ui.nothingFound')} />
          ) : (
            <Empty
              text={t('projects.noneOwn')}
              action={<ButtonLink to={paths.projects}>{t('hero.explore')}</ButtonLink>}
            />
          )
        }
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
      {accountId !== null && <RequestProject open={isRequesting !== ''} onClose={() => setRequesting('')} />}
    </Page>
  )
}
