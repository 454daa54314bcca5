import { listMethodologies } from '#shared/contract/methodologies.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { useList } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { MethodologiesTable } from './methodologies-table.tsx'

export function PendingMethodologies() {
  const { t } = useTranslation()
  const list = useList(listMethodologies, {
    given: { tenantId: undefined, status: 'pending', q: undefined },
    asUser: true,
  })
  return (
    <MethodologiesTable
      list={list}
      file="pending-methodologies"
      rows={5}
      empty={t('review.noMethodologies')}
      further={[
        {
          label: t('review.waiting'),
          cell: (row) => <DaysWaiting since={row.createdAt} />,
        },
      ]}
    />
  )
}
