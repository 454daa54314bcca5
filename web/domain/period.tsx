import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

interface Period {
  periodStart: string
  periodEnd: string
}

/** A period in words: its first and its last day. */
export function usePeriod(): (period: Period) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (row) => t('projects.fromTo', { from: format.date(row.periodStart), to: format.date(row.periodEnd) })
}

/** The project of a row with its period, which differs among the rows of one project. */
export function ProjectPeriod({ row }: { row: Period & { project: string } }) {
  const periodOf = usePeriod()
  return (
    <>
      {row.project}
      <span className="tabular block text-sm font-normal text-ink-faint">{periodOf(row)}</span>
    </>
  )
}
