import { useTranslation } from 'react-i18next'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { MethodologiesTable } from '#web/features/methodologies/methodologies-table.tsx'
import { MethodologyDialog } from '#web/features/methodologies/methodology-dialog.tsx'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlList, useUrlState } from '#web/lib/use-url-list.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { DaysWaiting } from './days-waiting.tsx'

/** The methodology versions that wait for a decision. */
export function PendingMethodologies() {
  const { t } = useTranslation()
  const list = useUrlList('')
  const [opened, setOpened] = useUrlState('id')
  const methodologies = useRead(listMethodologies, {
    query: { status: 'pending', cursor: list.cursor || undefined, limit: 25 },
    keep: true,
  })
  const shown = methodologies.data?.items.find(({ methodologyId }) => methodologyId === opened)
  return (
    <>
      <Loaded
        from={methodologies}
        rows={5}
        isEmpty={(page) => page.items.length === 0}
        empty={<Empty text={t('review.noMethodologies')} />}
      >
        {(page) => (
          <>
            <MethodologiesTable
              methodologies={page.items}
              onOpen={setOpened}
              further={[
                { id: 'waiting', label: t('review.waiting'), cell: (row) => <DaysWaiting since={row.createdAt} /> },
              ]}
            />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
      {shown && <MethodologyDialog methodology={shown} onClose={() => setOpened('')} />}
    </>
  )
}
