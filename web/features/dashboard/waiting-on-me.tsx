import type { Task } from '#shared/contract/tasks.ts'
import { daysSince } from '#shared/rules/days-since.ts'
import { paths } from '#shared/rules/paths.ts'
import { RowActLink } from '#web/domain/row-act.tsx'
import { keyOfTask, useAbout } from '#web/domain/task-words.ts'
import { useTaskChanges } from '#web/domain/use-task-changes.ts'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Lines, More } from '#web/ui/lines.tsx'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Section } from '#web/ui/page.tsx'
import type { HomeRole } from './home-role.ts'
import { NextAct } from './next-act.tsx'

const shown = 8
/** Refresh interval in a visible window, in case an event was missed. */
const pollIntervalMs = 60_000

/** The longest-waiting tasks, or what to do instead. */
export function WaitingOnMe({ role }: { role: HomeRole | undefined }) {
  const { t } = useTranslation()
  useTaskChanges()
  const tasks = useRead(first.listTasks, { query: { limit: shown }, everyMs: pollIntervalMs })
  const { data } = tasks
  if (!data) return <NotLoaded from={[tasks]} />
  return (
    <Section
      title={t('dashboard.waiting')}
      actions={data.total > 0 && <More to={paths.tasks} text={t('tasks.all', { count: data.total })} />}
    >
      {data.items.length === 0 ? (
        <NextAct role={role} />
      ) : (
        <Lines columns="xl:grid xl:grid-cols-[minmax(17rem,1fr)_minmax(0,auto)_repeat(3,auto)]">
          {data.items.map((task, place) => (
            <TaskLine key={keyOfTask(task)} task={task} isFirst={place === 0} />
          ))}
        </Lines>
      )}
    </Section>
  )
}

/** The object first; its act leads to the form. One of many buttons stands out. */
function TaskLine({ task, isFirst }: { task: Task; isFirst: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const about = useAbout()
  const { kind, since, dueDate, overdue } = task
  const object = about(task)
  return (
    <li className="row grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1 xl:col-span-full xl:grid-cols-subgrid">
      <p className="min-w-0 font-medium max-xl:wrap-anywhere max-sm:col-span-2 xl:truncate">{object}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-ink-soft sm:row-start-2 xl:contents">
        <p className="min-w-0 xl:truncate">{t(`tasks.kind.${kind}`)}</p>
        <p className="tabular text-ink-faint">
          {since ? t('dashboard.waits', { count: daysSince(since) }) : t('review.daysUnknown')}
        </p>
        {dueDate && <DueDate date={format.date(dueDate)} isOver={overdue} />}
      </div>
      <span className="text-right sm:col-start-2 sm:row-span-2 sm:row-start-1 xl:col-start-5 xl:row-span-1">
        <RowActLink act={t(`dashboard.verb.${kind}`)} row={object} to={task.path} isPrimary={isFirst} />
      </span>
    </li>
  )
}

function DueDate({ date, isOver }: { date: string; isOver: boolean }) {
  const { t } = useTranslation()
  if (isOver) return <Badge tone="warn">{t('dashboard.overdue', { date })}</Badge>
  return <p className="tabular">{t('dashboard.due', { date })}</p>
}
