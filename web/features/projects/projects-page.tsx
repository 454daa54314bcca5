import { listProjects } from '#shared/contract/projects.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
import { useProjectFacets } from './project-facets.ts'
import { mostIssuedFirst, newestFirst, ProjectList, perPage } from './project-list.tsx'

/** All published projects; tenant admins see those in every state. */
export function ProjectsPage() {
  const { t } = useTranslation()
  const isAdmin = useSession()?.may('project.listAll') ?? false
  const list = useList(listProjects, {
    given: { tenantId: site().tenantId, isAdmin: isAdmin ? 'true' : undefined, limit: perPage },
    sort: isAdmin ? newestFirst : mostIssuedFirst,
    asUser: isAdmin,
  })
  const facets = useProjectFacets(list)
  return (
    <Page title={t('projects.title')} lead={t(isAdmin ? 'projects.leadAdmin' : 'projects.lead')}>
      <ProjectList list={list} facets={facets} rows={8} empty={t('projects.nonePublished')} />
    </Page>
  )
}
