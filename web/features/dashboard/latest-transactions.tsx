import { paths, recordPath } from '#shared/rules/paths.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Section } from '#web/ui/page.tsx'

/** Hidden if there are none. */
export function LatestTransactions({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useRead(first.listTransactions, { query: { accountId, limit: 5 } })
  const { data } = read
  if (!data) return <NotLoaded from={[read]} />
  if (data.items.length === 0) return null
  return (
    <Section
      title={t('dashboard.latest')}
      actions={
        <Link to={paths.activity} className="link">
          {t('dashboard.all')}
        </Link>
      }
    >
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {data.items.map((movement) => (
          <li key={movement.transactionId}>
            <Link
              to={recordPath(movement.transactionId)}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-raised"
            >
              <span className="min-w-0 flex-1 basis-48">
                <span className="font-medium">{t(`transactions.type.${movement.type}`)}</span>
                <span className="block truncate text-ink-soft">{movement.project ?? t('transactions.several')}</span>
              </span>
              <span className="tabular">{format.quantity(movement.quantity)}</span>
              <span className="tabular text-sm text-ink-faint">{format.time(movement.when)}</span>
              <StatusBadge kind="settlement" status={movement.settlement.state} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
