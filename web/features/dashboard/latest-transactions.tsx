import { paths, recordPath } from '#shared/rules/paths.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Section } from '#web/ui/page.tsx'
import { Lines, More } from './lines.tsx'

/** Hidden if there are none. */
export function LatestTransactions({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useRead(first.listTransactions, { query: { accountId, limit: 3 } })
  const { data } = read
  if (!data) return <NotLoaded from={[read]} />
  if (data.items.length === 0) return null
  return (
    <Section title={t('dashboard.latest')} actions={<More to={paths.activity} text={t('dashboard.all')} />}>
      <Lines>
        {data.items.map((movement) => (
          <li key={movement.transactionId}>
            <Link to={recordPath(movement.transactionId)} className="block px-4 py-3 hover:bg-raised">
              <span className="flex items-center justify-between gap-4">
                <span className="font-medium">
                  {t(`transactions.type.${movement.type}`)}{' '}
                  <span className="tabular">{format.quantity(movement.quantity)}</span>
                </span>
                <StatusBadge kind="settlement" status={movement.settlement.state} />
              </span>
              <span className="mt-1 block truncate text-sm text-ink-soft">
                {movement.project ?? t('transactions.several')}
              </span>
              <span className="tabular block text-sm text-ink-faint">{format.time(movement.when)}</span>
            </Link>
          </li>
        ))}
      </Lines>
    </Section>
  )
}
