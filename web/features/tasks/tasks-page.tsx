import { useState } from 'react'
import { listTasks, type Task } from '#shared/contract/tasks.ts'
import { taskKinds } from '#shared/rules/lifecycle/tasks.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { ListFilter } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { keyOfTask, useAbout } from '#web/domain/task-words.ts'
import { useTaskChanges } from '#web/domain/use-task-changes.ts'
import { useFormat } from '#web/lib/format.ts'
import { type List, useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { AssignTask } from './assign-task.tsx'

/** Refresh interval in a visible window, in case an event was missed. */
const pollIntervalMs = 60_000

/** Longest waiting first. */
export function TasksPage() {
  const { t } = useTranslation()
  const { may } = useSignedIn()
  useTaskChanges()
  const list = useList(listTasks, { everyMs: () => pollIntervalMs })
  const columns = useColumns()
  const [assigning, setAssigning] = useState<Task | null>(null)
  const action: ListColumn<Task> = {
    label: t('tasks.column.action'),
    isAct: true,
    cell: (task) => <RowAct act={t('tasks.assign')} row={task.name} onAct={() => setAssigning(task)} />,
  }
  return (
    <Page title={t('tasks.title')} lead={t('tasks.lead')}>
      <ListTable
        list={list}
        label={t('tasks.title')}
        columns={may('task.assign') ? [...columns, action] : columns}
        keyOf={keyOfTask}
        file="tasks"
        search={t('tasks.search')}
        filters={<Filters list={list} />}
        empty={t('tasks.none')}
      />
      {assigning && <AssignTask task={assigning} onClose={() => setAssigning(null)} />}
    </Page>
  )
}

function useColumns(): ListColumn<Task>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const aboutOf = useAbout()
  return [
    {
      label: t('tasks.column.task'),
      cell: (task) => (
        <>
          <Link to={task.path} className="link lg:inline-block lg:min-w-40">
            {t(`tasks.kind.${task.kind}`)}
          </Link>
          {task.isReturned && <span className="block text-sm font-normal text-ink-faint">{t('tasks.returned')}</span>}
        </>
      ),
    },
    { label: t('tasks.column.about'), value: aboutOf },
    {
      label: t('tasks.column.waiting'),
      cell: (task) => <DaysWaiting since={task.since} />,
    },
    {
      label: t('tasks.column.due'),
      cell: ({ dueDate, overdue }) =>
        dueDate && (
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-lg:justify-end">
            <span className="tabular whitespace-nowrap">{format.date(dueDate)}</span>
            {overdue && <Badge tone="warn">{t('tasks.overdue')}</Badge>}
          </span>
        ),
    },
    { label: t('tasks.column.assignee'), value: (task) => task.assignee?.name },
  ]
}

function Filters({ list }: { list: List<Task> }) {
  const { t } = useTranslation()
  return (
    <>
      <ListFilter
        list={list}
        name="kind"
        label={t('tasks.column.task')}
        all={t('tasks.everyKind')}
        choices={taskKinds.map((kind) => ({ value: kind, label: t(`tasks.kind.${kind}`) }))}
      />
      <ListFilter
        list={list}
        name="overdue"
        label={t('tasks.column.due')}
        all={t('tasks.everyDue')}
        choices={[
          { value: 'true', label: t('tasks.overdue') },
          { value: 'false', label: t('tasks.notOverdue') },
        ]}
      />
      <ListFilter
        list={list}
        name="assigned"
        label={t('tasks.column.assignee')}
        all={t('tasks.everybody')}
        choices={[
          { value: 'me', label: t('tasks.mine') },
          { value: 'nobody', label: t('tasks.nobody') },
        ]}
      />
    </>
  )
}
