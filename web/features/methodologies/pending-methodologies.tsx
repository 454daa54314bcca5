import { useTranslation } from 'react-i18next'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { ListView } from '#web/domain/list.tsx'
import { useList } from '#web/lib/use-list.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { MethodologiesTable } from './methodologies-table.tsx'
import { OpenedMethodology } from './methodology-dialog.tsx'

/** The methodology versions that wait for a decision. */
export function PendingMethodologies() {
  const { t } = useTranslation()
  const list = useList(listMethodologies, { given: { status: 'pending', q: undefined } })
  const [, open] = useUrlState('id')
  return (
    <>
      <ListView list={list} rows={5} empty={t('review.noMethodologies')}>
        {(methodologies) => (
          <MethodologiesTable
            methodologies={methodologies}
            onOpen={open}
            further={[
              { id: 'waiting', label: t('review.waiting'), cell: (row) => <DaysWaiting since={row.createdAt} /> },
            ]}
          />
        )}
      </ListView>
      <OpenedMethodology list={list} />
    </>
  )
}
