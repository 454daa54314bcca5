import type { ComponentProps } from 'react'
import type { Methodology } from '#shared/contract/methodologies.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { OpenedMethodology } from './methodology-dialog.tsx'
import { MethodologyDocument } from './methodology-document.tsx'

/** A list of methodology versions and the one that is opened; `further` columns stand before the action. */
export function MethodologiesTable({
  further = [],
  ...view
}: Omit<ComponentProps<typeof ListTable<Methodology>>, 'label' | 'columns' | 'keyOf'> & {
  further?: readonly ListColumn<Methodology>[]
}) {
  const { t } = useTranslation()
  const [, open] = useUrlState('id')
  const columns: ListColumn<Methodology>[] = [
    { label: t('methodologies.column.methodology'), value: (row) => row.name },
    {
      label: t('methodologies.column.document'),
      value: (row) => row.document,
      cell: (row) => row.document && <MethodologyDocument methodology={row} />,
    },
    { label: t('methodologies.column.version'), value: (row) => row.version },
    {
      label: t('methodologies.column.status'),
      value: (row) => t(`methodologies.status.${row.status}`),
      cell: (row) => <StatusBadge kind="methodology" status={row.status} />,
    },
    {
      label: t('methodologies.column.measurementProviders'),
      figure: true,
      value: (row) => row.measurementProviders,
    },
    {
      label: t('methodologies.column.verificationProviders'),
      figure: true,
      value: (row) => row.verificationProviders,
    },
    { label: t('methodologies.created'), isFileOnly: true, value: (row) => row.createdAt },
    ...further,
    {
      label: t('methodologies.column.action'),
      cell: (row) => {
        const isWaiting = row.status === 'pending' && row.acts.length > 0
        return (
          <RowAct
            act={t(isWaiting ? 'methodologies.decide' : 'projects.view')}
            row={`${row.name}, ${row.version}`}
            isPrimary={isWaiting}
            onAct={() => open(row.methodologyId)}
          />
        )
      },
    },
  ]
  return (
    <>
      <ListTable {...view} label={t('methodologies.title')} columns={columns} keyOf={(row) => row.methodologyId} />
      <OpenedMethodology list={view.list} />
    </>
  )
}
