import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

interface Period {
  periodStart: string
  periodEnd: string
}

/** Whole calendar years by their numbers. */
export function usePeriod(): (period: Period) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ periodStart, periodEnd }) => {
    const [first = ''] = periodStart.split('-')
    const [last = ''] = periodEnd.split('-')
    if (periodStart === `${first}-01-01` && periodEnd === `${last}-12-31`)
      return first === last ? first : `${first}–${last}`
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
