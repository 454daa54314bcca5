import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Transaction } from '#shared/contract/transactions.ts'
import { claimPath, projectPath, recordPath } from '#shared/rules/paths.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { type Column, Table } from '#web/ui/table.tsx'

/** Movements in the columns of the specification. */
export function ActivityTable({ transactions }: { transactions: readonly Transaction[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<Transaction>[] = [
    {
      id: 'project',
      label: t('activity.column.project'),
      cell: (movement) =>
        movement.projectKey ? (
          <Link to={projectPath(movement.projectKey)} className="hover:underline">
            {movement.project}
          </Link>
        ) : (
          t('transactions.several')
        ),
    },
    { id: 'from', label: t('activity.column.from'), cell: (movement) => movement.from?.name },
    {
      id: 'type',
      label: t('activity.column.type'),
      cell: (movement) => (
        <>
          {t(`transactions.type.${movement.type}`)}
          {movement.reason && <span className="block text-sm text-ink-faint">{movement.reason}</span>}
        </>
      ),
    },
    {
      id: 'quantity',
      label: t('activity.column.quantity'),
      figure: true,
      cell: (movement) => format.quantity(movement.quantity),
    },
    {
      id: 'to',
      label: t('activity.column.to'),
      cell: (movement) =>
        movement.claimId ? (
          <Link to={claimPath(movement.claimId)} className="link">
            {t('claims.claim')}
          </Link>
        ) : (
          movement.to?.name
        ),
    },
    {
      id: 'when',
      label: t('activity.column.when'),
      cell: (movement) => <span className="tabular whitespace-nowrap">{format.time(movement.when)}</span>,
    },
    {
      id: 'record',
      label: t('activity.column.record'),
      cell: (movement) => (
        <Link to={recordPath(movement.transactionId)} title={t('activity.openRecord')}>
          <StatusBadge kind="settlement" status={movement.settlement.state} />
        </Link>
      ),
    },
  ]
  return (
    <Table
      label={t('activity.title')}
      columns={columns}
      rows={transactions}
      keyOf={(movement) => movement.transactionId}
    />
  )
}
