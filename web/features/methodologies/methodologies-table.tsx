import { useTranslation } from 'react-i18next'
import type { Methodology } from '#shared/contract/methodologies.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { MethodologyDocument } from './methodology-document.tsx'

/** Methodology versions in the columns of the specification; `further` columns stand before the action. */
export function MethodologiesTable({
  methodologies,
  onOpen,
  further = [],
}: {
  methodologies: readonly Methodology[]
  onOpen: (methodologyId: string) => void
  further?: readonly Column<Methodology>[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<Methodology>[] = [
    { id: 'methodology', label: t('methodologies.column.methodology'), cell: (row) => row.name },
    {
      id: 'document',
      label: t('methodologies.column.document'),
      cell: (row) => row.document && <MethodologyDocument methodology={row} />,
    },
    { id: 'version', label: t('methodologies.column.version'), cell: (row) => row.version },
    {
      id: 'status',
      label: t('methodologies.column.status'),
      cell: (row) => <StatusBadge kind="methodology" status={row.status} />,
    },
    {
      id: 'measurementProviders',
      label: t('methodologies.column.measurementProviders'),
      figure: true,
      cell: (row) => format.quantity(row.measurementProviders),
    },
    {
      id: 'verificationProviders',
      label: t('methodologies.column.verificationProviders'),
      figure: true,
      cell: (row) => format.quantity(row.verificationProviders),
    },
    ...further,
    {
      id: 'action',
      label: t('methodologies.column.action'),
      cell: (row) => {
        const isWaiting = row.status === 'pending' && row.acts.length > 0
        const act = t(isWaiting ? 'methodologies.decide' : 'projects.view')
        return (
          <Button
            size="small"
            tone={isWaiting ? 'primary' : 'plain'}
            aria-label={t('review.actNamed', { act, name: `${row.name}, ${row.version}` })}
            onClick={() => onOpen(row.methodologyId)}
          >
            {act}
          </Button>
        )
      },
    },
  ]
  return (
    <Table label={t('methodologies.title')} columns={columns} rows={methodologies} keyOf={(row) => row.methodologyId} />
  )
}
