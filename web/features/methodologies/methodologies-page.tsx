import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listMethodologies, methodologyStatus } from '#shared/contract/methodologies.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlList, useUrlState } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Page, Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { FilterSelect, SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { ExportMethodologies } from './export-methodologies.tsx'
import { MethodologiesTable } from './methodologies-table.tsx'
import { MethodologyDialog } from './methodology-dialog.tsx'
import { ProposeMethodology } from './propose-methodology.tsx'

/** The registry's methodologies, one of them (`?id=`), and the proposal of a new one (`?new=1`). */
export function MethodologiesPage() {
  const { t } = useTranslation()
  const { accountId, isTenantAdmin } = useSignedIn()
  const list = useUrlList('')
  const [opened, setOpened] = useUrlState('id')
  const [isNew, setIsNew] = useUrlState('new')
  const status = methodologyStatus.safeParse(list.filter('status')).data
  const query = { q: list.q || undefined, status }
  const methodologies = useRead(listMethodologies, {
    query: { ...query, cursor: list.cursor || undefined, limit: 25 },
    keep: true,
  })
  const shown = methodologies.data?.items.find(({ methodologyId }) => methodologyId === opened)
  const propose = accountId !== null && (
    <Button tone="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setIsNew('1')}>
      {t('layout.newMethodology')}
    </Button>
  )
  return (
    <Page
      title={t('methodologies.title')}
      lead={t(isTenantAdmin ? 'methodologies.leadAdmin' : 'methodologies.lead')}
      actions={propose}
    >
      <Toolbar>
        <SearchField label={t('methodologies.search')} value={list.q} onChange={list.setQ} />
        <FilterSelect
          label={t('methodologies.column.status')}
          all={t('projects.allStatuses')}
          value={list.filter('status')}
          choices={methodologyStatus.options.map((value) => ({ value, label: t(`methodologies.status.${value}`) }))}
          onChange={(value) => list.setFilter('status', value)}
        />
        {(methodologies.data?.total ?? 0) > 0 && (
          <div className="sm:ml-auto">
            <ExportMethodologies query={query} />
          </div>
        )}
      </Toolbar>
      <Loaded
        from={methodologies}
        rows={6}
        isEmpty={(page) => page.items.length === 0}
        empty={<Empty text={t(list.q || status ? 'ui.nothingFound' : 'methodologies.none')} action={propose} />}
      >
        {(page) => (
          <>
            <MethodologiesTable methodologies={page.items} onOpen={setOpened} />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
      {isNew && accountId !== null && <ProposeMethodology onClose={() => setIsNew('')} />}
      {shown && <MethodologyDialog methodology={shown} onClose={() => setOpened('')} />}
    </Page>
  )
}
