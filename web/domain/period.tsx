import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

interface Period {
  periodStart: string
  periodEnd: string
}

export function usePeriod(): (period: Period) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (row) => t('dates.fromTo', { from: format.date(row.periodStart), to: format.date(row.periodEnd) })
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
