import type { Project } from '#shared/contract/projects.ts'
import type { TimelineEntry } from '#shared/contract/timeline.ts'
import { isAuditedAct } from '#shared/rules/audited.ts'
import { exactTime } from '#web/domain/exact-time.ts'
import { ListView } from '#web/domain/list.tsx'
import { OpenDocument } from '#web/domain/open-document.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Link } from '#web/ui/link.tsx'

/** Newest first; only acts of `month` if given. */
export function TimelineLines({ project, month }: { project: Project; month?: string }) {
  const { t } = useTranslation()
  const { projectId, tenantId } = project
  const list = useList(reading.readTimeline, { given: { projectId, tenantId, month }, asUser: useSession() !== null })
  return (
    <ListView list={list} empty={t('projects.timeline.none')}>
      {(entries) => (
        <ol className="divide-y divide-line border-y border-line">
          {entries.map((entry) => (
            <Entry key={entry.entryId} entry={entry} project={project} />
          ))}
        </ol>
      )}
    </ListView>
  )
}

function Entry({ entry, project }: { entry: TimelineEntry; project: Project }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sentence = useEntrySentence(project)(entry)
  return (
    <li className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11rem_1fr]">
      <time dateTime={entry.at} title={exactTime(entry.at)} className="tabular text-sm text-ink-soft">
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

/** Returns a function that words an entry like the audit log, but with the organisation as actor. */
function useEntrySentence(project: Project): (entry: TimelineEntry) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  return ({ act, account, periodStart, periodEnd, quantity }) => {
    const period = periodStart && periodEnd ? `, ${periodOf({ periodStart, periodEnd })}` : ''
    const count = quantity ?? 1
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
