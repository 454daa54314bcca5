import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listTransactions, syncTransactions, type Transaction, transactionType } from '#shared/contract/transactions.ts'
import { DateRange, dayIn } from '#web/features/claims/date-range.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Page, Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { FilterSelect, SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ActivityTable } from './activity-table.tsx'
import { ExportActivity } from './export-activity.tsx'

/** How often rows that wait for the chain are read again. */
const unsettledEveryMs = 3_000

/** The movements of the reader's account. */
export function ActivityPage() {
  const { t } = useTranslation()
  const list = useUrlList('-when')
  const { accountId } = useSignedIn()
  const type = transactionType.safeParse(list.filter('type')).data
  const filter = {
    type,
    q: list.q || undefined,
    from: dayIn(list, 'from'),
    to: dayIn(list, 'to'),
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const query = { accountId: accountId ?? '', ...filter }
  const transactions = useRead(listTransactions, {
    query: { ...query, cursor: list.cursor || undefined, limit: 25 },
    when: accountId !== null,
    keep: true,
    everyMs: (page) => (page?.items.some(isSettling) ? unsettledEveryMs : 0),
  })
  const none = <Empty text={t(isFiltered ? 'ui.nothingFound' : 'activity.none')} />
  return (
    <Page title={t('activity.title')} lead={t('activity.lead')} actions={accountId !== null && <Sync />}>
      <Toolbar>
        <SearchField label={t('activity.search')} value={list.q} onChange={list.setQ} />
        <FilterSelect
          label={t('activity.column.type')}
          all={t('activity.allTypes')}
          value={list.filter('type')}
          choices={transactionType.options.map((value) => ({ value, label: t(`transactions.type.${value}`) }))}
          onChange={(value) => list.setFilter('type', value)}
        />
        <DateRange list={list} />
        {(transactions.data?.total ?? 0) > 0 && (
          <div className="sm:ml-auto">
            <ExportActivity query={query} />
          </div>
        )}
      </Toolbar>
      {accountId === null ? (
        none
      ) : (
        <Loaded from={transactions} rows={8} isEmpty={(page) => page.items.length === 0} empty={none}>
          {(page) => (
            <>
              <ActivityTable transactions={page.items} />
              <Pager
                total={page.total}
                shown={page.items.length}
                onPrevious={list.previous}
                onNext={list.next(page.nextCursor)}
              />
            </>
          )}
        </Loaded>
      )}
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
      {failure && (
        <p role="alert" className="text-sm text-bad">
          {failure}
        </p>
      )}
    </div>
  )
}
