import { Plus } from 'lucide-react'
import { listMyProjects } from '#shared/contract/projects.ts'
import { paths } from '#shared/rules/paths.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { newestFirst, ProjectList, perPage } from './project-list.tsx'
import { RequestProject } from './request-project.tsx'

/** `?new=1` opens the request form. */
export function MyProjectsPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const [isRequesting, setRequesting] = useUrlState('new')
  const list = useList(listMyProjects, { given: { limit: perPage }, sort: newestFirst })
  const request = accountId !== null && (
    <Button tone="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setRequesting('1')}>
      {t('dashboard.request')}
    </Button>
  )
  return (
    <Page title={t('layout.myProjects')} actions={request}>
      <ProjectList
        list={list}
        isBare={!list.isFiltered && !list.page.data?.total}
        empty={t('projects.noneOwn')}
        emptyAct={!list.isFiltered && <ButtonLink to={paths.projects}>{t('hero.explore')}</ButtonLink>}
      />
      {accountId !== null && isRequesting && <RequestProject onClose={() => setRequesting('')} />}
    </Page>
  )
}
