import type { Project } from '#shared/contract/projects.ts'
import type { TimelineMonth } from '#shared/contract/timeline.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { perPage } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { LoadTogether, NotLoaded } from '#web/ui/load-together.tsx'
import { TimelineLines } from './timeline-lines.tsx'
import { TimelineMonths } from './timeline-months.tsx'

/** A summary, then lines, or months if there are many lines. */
export function ProjectTimeline({ project }: { project: Project }) {
  const { projectId, tenantId } = project
  const months = useRead(reading.readTimelineMonths, { query: { projectId, tenantId }, asUser: useSession() !== null })
  return (
    <LoadTogether>
      <Lead project={project} />
      {months.data === undefined ? (
        <NotLoaded from={[months]} />
      ) : isLong(months.data.months) ? (
        <TimelineMonths project={project} sums={months.data} />
      ) : (
        <TimelineLines project={project} />
      )}
    </LoadTogether>
  )
}

/** Whether there is more than a page of lines in several months. */
function isLong(months: readonly TimelineMonth[]): boolean {
  return months.length > 1 && months.reduce((sum, { acts }) => sum + acts, 0) > perPage
}

function Lead({ project: { projectId, tenantId } }: { project: Project }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lead = useRead(reading.readTimelineLead, { query: { projectId, tenantId }, asUser: useSession() !== null })
  if (!lead.data) return <NotLoaded from={[lead]} />
  const { createdAt, issuances, firstIssuedAt, issued, retired, burnt, lastRetirement } = lead.data
  const sentences = [
    // Some imported projects have a creation date after their first units.
    (!firstIssuedAt || createdAt <= firstIssuedAt) && t('projects.timeline.created', { day: format.date(createdAt) }),
    firstIssuedAt
      ? t(issuances === 1 ? 'projects.timeline.issuedOnce' : 'projects.timeline.issuedOften', {
          count: issued,
          issuances,
          quantity: format.quantity(issued),
          day: format.date(firstIssuedAt),
        })
      : t('projects.timeline.notIssued'),
    lastRetirement &&
      t('projects.timeline.retired', {
        count: retired,
        quantity: format.quantity(retired),
        day: format.date(lastRetirement.at),
        who: lastRetirement.account,
      }),
    firstIssuedAt && !lastRetirement && t('projects.timeline.notRetired'),
    burnt > 0 && t('projects.timeline.burnt', { count: burnt, quantity: format.quantity(burnt) }),
  ]
  return <p className="mb-4 max-w-prose text-ink-soft">{sentences.filter(Boolean).join(' ')}</p>
}
