import { ChevronRight } from 'lucide-react'
import { daysSince } from '#shared/rules/days-since.ts'
import { paths } from '#shared/rules/paths.ts'
import { keyOfTask, useAbout } from '#web/domain/task-words.ts'
import { useTaskChanges } from '#web/domain/use-task-changes.ts'
import { first } from '#web/lib/first-calls.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Section } from '#web/ui/page.tsx'

const shown = 5
/** Refresh interval in a visible window, in case an event was missed. */
const pollIntervalMs = 60_000

/** The longest-waiting tasks; hidden if there are none. */
export function WaitingOnMe() {
  const { t } = useTranslation()
  const aboutOf = useAbout()
  useTaskChanges()
  const tasks = useRead(first.listTasks, { query: { limit: shown }, everyMs: pollIntervalMs })
  const { data } = tasks
  if (!data) return <NotLoaded from={[tasks]} />
  if (data.items.length === 0) return null
  return (
    <Section title={t('dashboard.waiting')}>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {data.items.map((task) => (
          <li key={keyOfTask(task)}>
            <Link to={task.path} className="flex items-center gap-4 px-4 py-3 hover:bg-raised">
              <span className="min-w-0 flex-1">
                <span className="font-medium">{t(`tasks.kind.${task.kind}`)}</span>
                <span className="block break-words text-ink-soft">{aboutOf(task)}</span>
              </span>
              <span className="tabular shrink-0 text-sm text-ink-faint">
                {task.since && t('dashboard.days', { count: daysSince(task.since) })}
              </span>
              <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <ButtonLink size="small" to={paths.tasks}>
          {t('tasks.all', { count: data.total })}
        </ButtonLink>
      </div>
    </Section>
  )
}
