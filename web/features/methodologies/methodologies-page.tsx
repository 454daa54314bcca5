import { Plus } from 'lucide-react'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { StatusFilter } from '#web/domain/list-filters.tsx'
import { useIsViewer } from '#web/domain/use-is-viewer.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { MethodologiesTable } from './methodologies-table.tsx'
import { ProposeMethodology } from './propose-methodology.tsx'

/** `?new=1` opens the proposal form. */
export function MethodologiesPage() {
  const { t } = useTranslation()
  const { accountId, may } = useSignedIn()
  const list = useList(listMethodologies, { given: { tenantId: undefined }, asUser: true })
  const [isNew, setIsNew] = useUrlState('new')
  const mayPropose = !useIsViewer() && accountId !== null
  const propose = mayPropose && (
    <Button tone="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setIsNew('1')}>
      {t('layout.newMethodology')}
    </Button>
  )
  return (
    <Page
      title={t('methodologies.title')}
      lead={t(may('methodology.decide') ? 'methodologies.leadAdmin' : 'methodologies.lead')}
      actions={propose}
    >
      <MethodologiesTable
        list={list}
        file="methodologies"
        search={t('methodologies.search')}
        filters={<StatusFilter list={list} kind="methodology" />}
        empty={t('methodologies.none')}
        emptyAct={propose}
      />
      {isNew && mayPropose && <ProposeMethodology onClose={() => setIsNew('')} />}
    </Page>
  )
}
