import { RefreshCw } from 'lucide-react'
import { listTransactions, syncTransactions, type Transaction, transactionType } from '#shared/contract/transactions.ts'
import { claimPath, recordPath } from '#shared/rules/paths.ts'
import { exactTime } from '#web/domain/exact-time.ts'
import { ListFilter } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { MovementMark } from '#web/domain/movement-mark.tsx'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Refresh interval while movements are unsettled. */
const unsettledEveryMs = 3_000

/** Columns follow the specification. */
export function ActivityPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const list = useList(listTransactions, {
    given: { accountId: accountId ?? '' },
    when: accountId !== null,
    everyMs: (page) => (page?.items.some(isSettling) ? unsettledEveryMs : 0),
  })
  const columns: ListColumn<Transaction>[] = [
    {
      label: t('activity.column.project'),
      cell: (row) => <ProjectLink of={row} />,
    },
    { label: t('activity.column.from'), isCeding: true, value: (row) => row.from?.name },
    {
      label: t('activity.column.type'),
      cell: (row) => (
        <>
          <MovementMark type={row.type} />
          {t(`transactions.type.${row.type}`)}
          {row.reason && <span className="ml-2 text-sm text-ink-faint">{row.reason}</span>}
        </>
      ),
    },
    { label: t('activity.column.quantity'), figure: true, value: (row) => row.quantity },
    {
      label: t('activity.column.to'),
      cell: (row) =>
        row.claimId ? (
          <Link to={claimPath(row.claimId)} className="link">
            {t('claims.claim')}
          </Link>
        ) : (
          row.to?.name
        ),
    },
    {
      label: t('activity.column.when'),
      isShort: true,
      cell: (row) => <When at={row.when} />,
    },
    {
      label: t('activity.column.record'),
      word: 'public record',
      isShort: true,
      cell: (row) => (
        <Link to={recordPath(row.transactionId)} title={t('activity.openRecord')} className="row-link">
          <StatusBadge kind="settlement" status={row.settlement.state} />
        </Link>
      ),
    },
  ]
  return (
    <Page title={t('activity.title')} lead={t('activity.lead')} actions={accountId !== null && <Sync />}>
      <ListTable
        list={list}
        label={t('activity.title')}
        columns={columns}
        keyOf={(row) => row.transactionId}
        file="transactions"
        search={t('activity.search')}
        filters={
          <ListFilter
            list={list}
            name="type"
            label={t('activity.column.type')}
            all={t('activity.allTypes')}
            choices={transactionType.options.map((value) => ({ value, label: t(`transactions.type.${value}`) }))}
          />
        }
        rows={8}
        empty={t('activity.none')}
      />
    </Page>
  )
}

/** The time gives way on tablets. */
function When({ at }: { at: string }) {
  const format = useFormat()
  const day = format.date(at)
  return (
    <time dateTime={at} title={exactTime(at)} className="tabular">
      {day}
      <span className="md:max-lg:hidden">{format.time(at).slice(day.length)}</span>
    </time>
  )
}

function isSettling({ settlement }: Transaction): boolean {
  return settlement.state === 'recorded' || settlement.state === 'submitted'
}

/** Reads the chain now and reports confirmed and waiting movements. */
function Sync() {
  const { t } = useTranslation()
  const format = useFormat()
  const { act, busy, failure } = useAct(syncTransactions, { refresh: [listTransactions] })
  async function sync() {
    const found = await act({ body: {} })
    if (!found) return
    const confirmed = format.quantity(found.confirmed)
    const waiting = format.quantity(found.recorded + found.submitted)
    toast({ tone: 'good', text: t('activity.synced', { confirmed, waiting }) })
  }
  return (
    <div className="flex flex-col items-end gap-1">
      <Button busy={busy} icon={<RefreshCw aria-hidden size={16} />} onClick={() => void sync()}>
        {t('activity.sync')}
      </Button>
      <Failure text={failure} />
    </div>
  )
}
