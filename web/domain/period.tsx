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
    <>
      {row.project}
      <span className="tabular block text-sm font-normal text-ink-faint">{periodOf(row)}</span>
    </>
  )
}
