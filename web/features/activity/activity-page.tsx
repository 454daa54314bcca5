import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listTransactions, syncTransactions, type Transaction, transactionType } from '#shared/contract/transactions.ts'
import { ListView } from '#web/domain/list.tsx'
import { ListFilter } from '#web/domain/list-filters.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ActivityTable } from './activity-table.tsx'

/** How often rows that wait for the chain are read again. */
const unsettledEveryMs = 3_000

/** The movements of the reader's account. */
export function ActivityPage() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  const list = useList(listTransactions, {
    given: { accountId: accountId ?? '' },
    when: accountId !== null,
    everyMs: (page) => (page?.items.some(isSettling) ? unsettledEveryMs : 0),
  })
  return (
    <Page title={t('activity.title')} lead={t('activity.lead')} actions={accountId !== null && <Sync />}>
      <ListView
        list={list}
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
        csv={{
          name: 'transactions',
          fields: [
            { label: t('activity.column.project'), of: (row) => row.project ?? t('transactions.several') },
            { label: t('activity.column.from'), of: (row) => row.from?.name },
            { label: t('activity.column.type'), of: (row) => t(`transactions.type.${row.type}`) },
            { label: t('activity.column.quantity'), of: (row) => row.quantity },
            { label: t('activity.column.to'), of: (row) => row.to?.name },
            { label: t('activity.column.when'), of: (row) => row.when },
            { label: t('wallet.reason'), of: (row) => row.reason },
            { label: t('claims.settlement'), of: (row) => t(`transactions.settlement.${row.settlement.state}`) },
            { label: t('activity.column.record'), of: (row) => row.transactionId },
            { label: t('records.chainTransaction'), of: (row) => row.settlement.transactionHash },
          ],
        }}
      >
        {(movements) => <ActivityTable transactions={movements} />}
      </ListView>
    </Page>
  )
}

function isSettling({ settlement }: Transaction): boolean {
  return settlement.state === 'recorded' || settlement.state === 'submitted'
}

/** Reads the chain now and says how far everything is. */
function Sync() {
  const { t } = useTranslation()
  const format = useFormat()
  const { act, busy, failure } = useAct(syncTransactions, { refresh: [listTransactions] })
  return (
    <div className="flex flex-col items-end gap-1">
      <Button
        busy={busy}
        icon={<RefreshCw aria-hidden size={16} />}
        onClick={async () => {
          const found = await act({ body: {} })
          if (!found) return
          const waiting = found.recorded + found.submitted
          toast({
            tone: 'good',
            text: t('activity.synced', {
              confirmed: format.quantity(found.confirmed),
              waiting: format.quantity(waiting),
            }),
          })
        }}
      >
        {t('activity.sync')}
      </Button>
      <Failure text={failure} />
    </div>
  )
}
