import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { Project } from '#shared/contract/projects.ts'
import type { readTimelineMonths, TimelineMonth } from '#shared/contract/timeline.ts'
import type { CsvField } from '#shared/rules/csv.ts'
import { everyMonth } from '#web/domain/every-month.ts'
import { MovedByMonth } from '#web/domain/month-chart.tsx'
import { SaveRows } from '#web/domain/save-rows.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'
import { Section } from '#web/ui/page.tsx'
import { TimelineLines } from './timeline-lines.tsx'

/** More months are grouped by year. */
const mostMonths = 12

type Sums = Pick<TimelineMonth, 'issued' | 'retired' | 'cancelled' | 'acts'>

/** Months, within years if there are many, open to their lines. Newest first. */
export function TimelineMonths({
  project,
  sums: { asOf, months },
}: {
  project: Project
  sums: ReplyOf<typeof readTimelineMonths>
}) {
  const { t } = useTranslation()
  const title = t('projects.timeline.months.title')
  const newestFirst = months.toReversed()
  const fields: CsvField<TimelineMonth>[] = [
    { label: t('projects.projectId'), of: () => project.projectKey },
    { label: t('charts.month'), of: ({ key }) => key },
    { label: t('charts.issued'), of: ({ issued }) => issued },
    { label: t('charts.claimed'), of: ({ retired }) => retired },
    { label: t('charts.burnt'), of: ({ cancelled }) => cancelled },
    { label: t('charts.held'), of: ({ held }) => held },
    { label: t('projects.timeline.months.head'), of: ({ acts }) => acts },
  ]
  return (
    <Section
      title={title}
      actions={<SaveRows title={title} file="timeline" fields={fields} rows={newestFirst} asOf={asOf} />}
    >
      {months.some(hasMoved) && (
        <div className="mb-6">
          <MovedByMonth months={everyMonth(months)} />
        </div>
      )}
      <div>
        {months.length > mostMonths ? (
          <Years label={title} months={newestFirst} project={project} />
        ) : (
          <Months label={title} months={newestFirst} project={project} />
        )}
      </div>
    </Section>
  )
}

const hasMoved = ({ issued, retired, cancelled }: TimelineMonth) => issued + retired + cancelled > 0

interface Rows {
  label: string
  months: readonly TimelineMonth[]
  project: Project
}

function Years({ label, months, project }: Rows) {
  const opened = useUrlList('').filter('month').slice(0, 4)
  const [openYears, setOpenYears] = useState<readonly string[]>([opened])
  const [openedBefore, setOpenedBefore] = useState(opened)
  // Returning to a month opens its year.
  if (openedBefore !== opened) {
    setOpenedBefore(opened)
    if (!openYears.includes(opened)) setOpenYears([...openYears, opened])
  }
  return (
    <ol aria-label={label} className="border-t border-line">
      {[...Map.groupBy(months, ({ key }) => key.slice(0, 4))].map(([year, within]) => (
        <Fold
          key={year}
          name={year}
          sums={addedUp(within)}
          isOpen={openYears.includes(year)}
          onToggle={() =>
            setOpenYears((open) => (open.includes(year) ? open.filter((other) => other !== year) : [...open, year]))
          }
        >
          <Months label={year} months={within} project={project} />
        </Fold>
      ))}
    </ol>
  )
}

/** The address stores the open month and the page of its lines. */
function Months({ label, months, project }: Rows) {
  const format = useFormat()
  const url = useUrlList('')
  const opened = url.filter('month')
  return (
    <ol aria-label={label} className="border-t border-line">
      {months.map((month) => (
        <Fold
          key={month.key}
          name={format.month(month.key)}
          sums={month}
          isOpen={opened === month.key}
          onToggle={() => url.setFilter('month', opened === month.key ? '' : month.key)}
        >
          <TimelineLines project={project} month={month.key} />
        </Fold>
      ))}
    </ol>
  )
}

function Fold({
  name,
  sums: { issued, retired, cancelled, acts },
  isOpen,
  onToggle,
  children,
}: {
  name: string
  sums: Sums
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const figures = [
    { label: t('charts.issued'), units: issued },
    { label: t('charts.claimed'), units: retired },
    { label: t('charts.burnt'), units: cancelled },
  ]
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex w-full flex-wrap items-center gap-x-4 gap-y-0.5 py-2.5 text-left hover:bg-surface sm:grid sm:grid-cols-[8rem_1fr_1fr_1fr_7rem]"
        onClick={onToggle}
      >
        <span className="flex items-center gap-1.5 font-medium max-sm:grow">
          <ChevronRight aria-hidden size={16} className={cx('shrink-0 text-ink-faint', isOpen && 'rotate-90')} />
          {name}
        </span>
        <span className="flex flex-wrap gap-x-4 text-sm max-sm:order-last max-sm:basis-full max-sm:pl-5.5 sm:contents">
          {figures.map(({ label, units }) => (
            <span key={label} className={cx('tabular', units === 0 && 'max-sm:hidden')}>
              {units > 0 && (
                <>
                  <span className="text-ink-faint">{label}</span> {format.quantity(units)}
                </>
              )}
            </span>
          ))}
        </span>
        <span className="tabular text-sm text-ink-soft sm:text-right">
          {t('projects.timeline.months.acts', { count: acts })}
        </span>
      </button>
      {isOpen && <div className="pb-4 pl-5.5">{children}</div>}
    </li>
  )
}

function addedUp(months: readonly TimelineMonth[]): Sums {
  const sumOf = (of: (month: TimelineMonth) => number) => months.reduce((sum, month) => sum + of(month), 0)
  return {
    issued: sumOf(({ issued }) => issued),
    retired: sumOf(({ retired }) => retired),
    cancelled: sumOf(({ cancelled }) => cancelled),
    acts: sumOf(({ acts }) => acts),
  }
}
