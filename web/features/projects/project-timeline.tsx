import type { Project } from '#shared/contract/projects.ts'
import { readTimeline, readTimelineLead, type TimelineEntry } from '#shared/contract/timeline.ts'
import { isAuditedAct } from '#shared/rules/audited.ts'
import { ListView } from '#web/domain/list.tsx'
import { OpenDocument } from '#web/domain/open-document.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Link } from '#web/ui/link.tsx'
import { Together, Unread } from '#web/ui/together.tsx'

/** What happened to a project, newest first: who did what, when, for which reason, and the files that it rests on. */
export function ProjectTimeline({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { projectId, tenantId } = project
  const list = useList(readTimeline, { given: { projectId, tenantId }, asUser: useSession() !== null })
  return (
    <Together>
      <ListView list={list} note={<Lead project={project} />} empty={t('projects.timeline.none')}>
        {(entries) => (
          <ol className="divide-y divide-line border-y border-line">
            {entries.map((entry) => (
              <Entry key={entry.entryId} entry={entry} project={project} />
            ))}
          </ol>
        )}
      </ListView>
    </Together>
  )
}

/** The whole of it in a few sentences, as the lines may be thousands. */
function Lead({ project: { projectId, tenantId } }: { project: Project }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lead = useRead(readTimelineLead, { query: { projectId, tenantId }, asUser: useSession() !== null })
  if (!lead.data) return <Unread from={[lead]} />
  const { createdAt, issuances, firstIssuedAt, issued, retired, burnt, lastRetirement } = lead.data
  const sentences = [
    // Of some imported projects a day is known that came after their first units.
    (!firstIssuedAt || createdAt <= firstIssuedAt) && t('projects.timeline.created', { day: format.date(createdAt) }),
    firstIssuedAt
      ? t('projects.timeline.issued', {
          count: issuances,
          quantity: format.quantity(issued),
          day: format.date(firstIssuedAt),
        })
      : t('projects.timeline.notIssued'),
    lastRetirement &&
      t('projects.timeline.retired', {
        quantity: format.quantity(retired),
        day: format.date(lastRetirement.at),
        who: lastRetirement.account,
      }),
    firstIssuedAt && !lastRetirement && t('projects.timeline.notRetired'),
    burnt > 0 && t('projects.timeline.burnt', { quantity: format.quantity(burnt) }),
  ]
  return <p className="mb-4 max-w-prose text-ink-soft">{sentences.filter(Boolean).join(' ')}</p>
}

function Entry({ entry, project }: { entry: TimelineEntry; project: Project }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sentence = useSentence(project)(entry)
  return (
    <li className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11rem_1fr]">
      <time dateTime={entry.at} title={format.exactTime(entry.at)} className="tabular text-sm text-ink-soft">
        {format.time(entry.at)}
      </time>
      <div className="min-w-0 break-words">
        <p>
          {sentence}
          {entry.path && (
            <Link
              to={entry.path}
              className="link ml-2 whitespace-nowrap"
              aria-label={t('review.actNamed', { act: t('projects.timeline.more'), name: sentence })}
            >
              {t('projects.timeline.more')}
            </Link>
          )}
        </p>
        {entry.person && <p className="text-sm text-ink-soft">{entry.person}</p>}
        {entry.reason && <p className="mt-1 text-ink-soft">{t('notices.reason', { reason: entry.reason })}</p>}
        {entry.beneficiary && (
          <p className="text-ink-soft">{t('projects.timeline.beneficiary', { beneficiary: entry.beneficiary })}</p>
        )}
        {entry.files.map(({ name, sha256, document }) => (
          <p key={sha256} className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <span className="break-all">{name ?? t('projects.timeline.file')}</span>
            <CopyText text={sha256} shown={`SHA-256 ${sha256.slice(0, 12)}…`} />
            {document && <OpenDocument document={document} />}
          </p>
        ))}
      </div>
    </li>
  )
}

/** Returns a function that words an entry as the audit log does, with the organisation in the place of the person. */
function useSentence(project: Project): (entry: TimelineEntry) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ act, account, periodStart, periodEnd, quantity }) => {
    const period =
      periodStart && periodEnd
        ? `, ${t('projects.fromTo', { from: format.date(periodStart), to: format.date(periodEnd) })}`
        : ''
    const count = quantity ?? 0
    const parts = {
      who: account ?? t('tasks.registry'),
      subject: project.projectName + period,
      to: project.proponent,
      count,
      quantity: format.quantity(count),
    }
    return isAuditedAct(act) ? t(`audit.did.${act}`, parts) : t('audit.unknownAct', { act, ...parts })
  }
}
