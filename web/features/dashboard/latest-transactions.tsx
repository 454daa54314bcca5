import { paths, recordPath } from '#shared/rules/paths.ts'
import { MovementMark } from '#web/domain/movement-mark.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { Units } from '#web/domain/units.tsx'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Lines, More } from '#web/ui/lines.tsx'
import { Link } from '#web/ui/link.tsx'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Section } from '#web/ui/page.tsx'

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
          <li key={movement.transactionId} className="row">
            <Link to={recordPath(movement.transactionId)} className="row-link block py-2">
              <span className="flex items-center justify-between gap-4">
                <span className="font-medium">
                  <MovementMark type={movement.type} />
                  {t(`transactions.type.${movement.type}`)}{' '}
                  <StatusBadge kind="settlement" status={movement.settlement.state} />
                </span>
                <span className="tabular shrink-0">
                  <Units count={movement.quantity} />
                </span>
              </span>
              <span className="flex justify-between gap-4 text-sm text-ink-faint">
                <span className="min-w-0 truncate">{movement.project ?? t('transactions.several')}</span>
                <span className="tabular shrink-0">{format.date(movement.when)}</span>
              </span>
            </Link>
          </li>
        ))}
      </Lines>
    </Section>
  )
}
