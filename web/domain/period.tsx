import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

interface Period {
  periodStart: string
  periodEnd: string
}

/** A whole calendar year by its number. */
export function usePeriod(): (period: Period) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ periodStart, periodEnd }) => {
    const [year = ''] = periodStart.split('-')
    if (periodStart === `${year}-01-01` && periodEnd === `${year}-12-31`) return year
    return t('dates.fromTo', { from: format.date(periodStart), to: format.date(periodEnd) })
  }
}

/** A project may have rows for several periods. */
export function ProjectPeriod({ row }: { row: Period & { project: string } }) {
  const periodOf = usePeriod()
  return (
    <span className="md:flex md:items-baseline md:gap-2">
      <span className="md:truncate">{row.project}</span>
      <span className="tabular text-sm font-normal text-ink-faint max-md:block md:shrink-0">{periodOf(row)}</span>
    </span>
  )
}
