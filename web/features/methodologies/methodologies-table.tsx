import type { ComponentProps } from 'react'
import type { Methodology } from '#shared/contract/methodologies.ts'
import { methodologyPath } from '#shared/rules/paths.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useTranslation } from '#web/texts/use-translation.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { VisuallyHidden } from '#web/ui/hidden.tsx'
import { Link } from '#web/ui/link.tsx'
import { MethodologyDocument } from './methodology-document.tsx'

export function MethodologiesTable(
  view: Omit<ComponentProps<typeof ListTable<Methodology>>, 'label' | 'columns' | 'keyOf'>,
) {
  const { t } = useTranslation()
  const columns: ListColumn<Methodology>[] = [
    { label: t('methodologies.column.methodology'), value: (row) => row.name },
    {
      label: t('methodologies.column.document'),
      cell: (row) => row.document && <MethodologyDocument methodology={row} />,
    },
    { label: t('methodologies.column.version'), isShort: true, value: (row) => row.version },
    {
      label: t('methodologies.column.status'),
      isShort: true,
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
    {
      label: t('methodologies.column.action'),
      isAct: true,
      cell: (row) => {
        const isWaiting = row.acts.includes('approve')
        const act = t(isWaiting ? 'methodologies.decide' : 'projects.view')
        return (
          <Link
            to={methodologyPath(row.methodologyId)}
            className={cx('row-link', buttonClass(isWaiting ? 'primary' : 'plain', 'small'))}
          >
            {act}
            <VisuallyHidden>{` ${row.name}, ${row.version}`}</VisuallyHidden>
          </Link>
        )
      },
    },
  ]
  return <ListTable {...view} label={t('methodologies.title')} columns={columns} keyOf={(row) => row.methodologyId} />
}
