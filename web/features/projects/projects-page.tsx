import { Map as MapIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { paths } from '#shared/rules/paths.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useProjectFacets } from './project-facets.ts'
import { mostIssuedFirst, newestFirst, ProjectList, perPage } from './project-list.tsx'

/** Tenant admins see every status. */
export function ProjectsPage() {
  const { t } = useTranslation()
  const isAdmin = useSession()?.may('project.listAll') ?? false
  const list = useList(reading.listProjects, {
    given: { tenantId: site().tenantId, isAdmin: isAdmin ? 'true' : undefined, limit: perPage },
    sort: isAdmin ? newestFirst : mostIssuedFirst,
    asUser: isAdmin,
  })
  const facets = useProjectFacets(list)
  const [params] = useSearchParams()
  return (
    <Page
      title={t('projects.title')}
      lead={t(isAdmin ? 'projects.leadAdmin' : 'projects.lead')}
      actions={
        <ButtonLink to={onMap(params)} icon={<MapIcon aria-hidden size={16} />}>
          {t('map.asMap')}
        </ButtonLink>
      }
    >
      <ProjectList list={list} facets={facets} rows={8} empty={t('projects.nonePublished')} />
    </Page>
  )
}

function onMap(params: URLSearchParams): string {
  const mapParams = new URLSearchParams(params)
  mapParams.delete('cursor')
  mapParams.set('view', 'map')
  return `${paths.projects}?${mapParams}`
}
