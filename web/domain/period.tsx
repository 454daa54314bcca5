import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

interface Period {
  project: string
  periodStart: string
  periodEnd: string
}

/** A monitoring period in words. */
export function usePeriod(): (row: Period) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (row) => t('projects.fromTo', { from: format.date(row.periodStart), to: format.date(row.periodEnd) })
}

/** The project of a row with its period, which differs among the rows of one project. */
export function ProjectPeriod({ row }: { row: Period }) {
  const periodOf = usePeriod()
  return (
    <>
      {row.project}
      <span className="tabular block text-sm font-normal text-ink-faint">{periodOf(row)}</span>
    </>
  )
}
