import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { countOverlaps } from '#shared/contract/overlaps.ts'
import { listTasks, readTaskFacets, readTaskPlace, type Task } from '#shared/contract/tasks.ts'
import type { TaskDecision } from '#shared/rules/lifecycle/tasks.ts'
import { taskDecisions } from '#shared/rules/lifecycle/tasks.ts'
import { limits } from '#shared/rules/limits.ts'
import { projectTabPath } from '#shared/rules/paths.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { ChosenFacets, FacetRow } from '#web/domain/facets.tsx'
import { subjectOf, useHeld } from '#web/domain/held-decisions.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { RowAct } from '#web/domain/row-act.tsx'
import { keyOfTask, useAbout } from '#web/domain/task-words.ts'
import { useTaskChanges } from '#web/domain/use-task-changes.ts'
import { useFormat } from '#web/lib/format.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { AssignSelected } from './assign-selected.tsx'
import { AssignTask } from './assign-task.tsx'
import { isDecidable } from './decidable.ts'
import { DecideSelected } from './decide-selected.tsx'
import { DecisionResults } from './decision-results.tsx'
import { QueueDesk } from './queue-desk.tsx'
import { useTaskFacets } from './task-facets.ts'

/** Refresh interval in a visible window, in case an event was missed. */
const pollIntervalMs = 60_000
const furtherReads = [readTaskFacets, readTaskPlace]
/** A page can be chosen whole. */
const perPage = limits.items

/** All tasks, to open one after the other or to choose many. `show` renders the subject of an opened task. */
export function Queue({ show }: { show: (task: Task) => ReactNode }) {
  const { t } = useTranslation()
  const { may } = useSignedIn()
  useTaskChanges(furtherReads)
  const list = useList(listTasks, { given: { limit: perPage }, sort: 'since', everyMs: () => pollIntervalMs })
  const [opened, setOpened] = useUrlState('open')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Task>>(new Map())
  const [act, setAct] = useState<TaskDecision | 'assign' | null>(null)
  const mended = useMendedQuery()
  if (mended !== null) return <Navigate to={mended} replace />
  if (opened !== '') {
    return <QueueDesk list={list} opened={opened} onOpen={setOpened} show={show} />
  }
  const tasks = [...chosen.values()]
  const clear = () => {
    setChosen(new Map())
    setAct(null)
  }
  return (
    <>
      <DecisionResults />
      <TaskList list={list} chosen={chosen} onChoose={setChosen} />
      {/* A live region that arrives with its text may stay unheard. */}
      <p role="status" className="sr-only">
        {tasks.length > 0 && t('queue.chosen', { count: tasks.length, most: limits.items })}
      </p>
      {tasks.length > 0 && (
        <Chosen
          tasks={tasks}
          onAct={setAct}
          onClear={() => setChosen(new Map())}
          mayDecide={may('project.decide') && tasks.some(isDecidable)}
        />
      )}
      {act === 'assign' && <AssignSelected tasks={tasks} onDone={clear} onClose={() => setAct(null)} />}
      {act !== null && act !== 'assign' && (
        <DecideSelected act={act} tasks={tasks} onDone={clear} onClose={() => setAct(null)} />
      )}
    </>
  )
}

/** The query that stands for an earlier one, with `overdue` or a project's id alone; null for today's. */
function useMendedQuery(): string | null {
  const [params] = useSearchParams()
  const open = params.get('open') ?? ''
  const overdue = params.get('overdue')
  const isProject = open !== '' && !open.includes(':')
  if (overdue === null && !isProject) return null
  const values = new URLSearchParams(params)
  values.delete('overdue')
  if (overdue === 'true') values.append('due', 'overdue')
  if (overdue === 'false') for (const due of ['week', 'later', 'none']) values.append('due', due)
  if (isProject) values.set('open', `project.decide:${open}`)
  return `?${values}`
}

function TaskList({
  list,
  chosen,
  onChoose,
}: {
  list: ReturnType<typeof useList<Task, unknown>>
  chosen: ReadonlyMap<string, Task>
  onChoose: (chosen: ReadonlyMap<string, Task>) => void
}) {
  const { t } = useTranslation()
  const { may } = useSignedIn()
  const facets = useTaskFacets(list)
  const [assigning, setAssigning] = useState<Task | null>(null)
  const items = list.page.data?.items ?? []
  const undecided = useUndecided(items)
  const held = useHeld()
  const aboutOf = useAbout()
  const mayChoose = may('task.assign')
  const free = items.filter((task) => !held.includes(subjectOf(task)))
  const choose = (tasks: readonly Task[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const task of tasks) {
      if (!isChosen) next.delete(keyOfTask(task))
      else if (next.size < limits.items) next.set(keyOfTask(task), task)
    }
    onChoose(next)
  }
  const columns = useColumns({ undecided, held })
  const action: ListColumn<Task> = {
    label: t('tasks.column.action'),
    isAct: true,
    isDetail: true,
    cell: (task) => <RowAct act={t('tasks.assign')} row={task.name} onAct={() => setAssigning(task)} />,
  }
  return (
    <>
      <ListTable
        list={list}
        label={t('tasks.title')}
        columns={mayChoose ? [...columns, action] : columns}
        keyOf={keyOfTask}
        file="tasks"
        ticks={
          mayChoose
            ? {
                nameOf: (task) => t('queue.choose', { name: aboutOf(task) }),
                isTicked: (task) => chosen.has(keyOfTask(task)),
                isDisabled: (task) => held.includes(subjectOf(task)),
                onChange: (task, isChosen) => choose([task], isChosen),
              }
            : undefined
        }
        search={t('tasks.search')}
        filters={<FacetRow facets={facets} />}
        note={
          <>
            <ChosenFacets facets={facets} />
            {mayChoose && free.length > 0 && <WholePage tasks={free} chosen={chosen} onChoose={choose} />}
          </>
        }
        empty={t('tasks.none')}
      />
      {assigning && <AssignTask task={assigning} onClose={() => setAssigning(null)} />}
    </>
  )
}

function WholePage({
  tasks,
  chosen,
  onChoose,
}: {
  tasks: readonly Task[]
  chosen: ReadonlyMap<string, Task>
  onChoose: (tasks: readonly Task[], isChosen: boolean) => void
}) {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const some = tasks.filter((task) => chosen.has(keyOfTask(task))).length
  const isAll = some === tasks.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some > 0 && !isAll
  }, [some, isAll])
  return (
    <label htmlFor={id} className="mb-2 flex min-h-11 w-fit items-center gap-3 text-sm text-ink-soft">
      <input
        ref={box}
        id={id}
        type="checkbox"
        className="size-5 shrink-0 accent-(--accent-fill)"
        checked={isAll}
        onChange={() => onChoose(tasks, !isAll)}
      />
      {t('queue.wholePage', { count: tasks.length })}
    </label>
  )
}

function useColumns({
  undecided,
  held,
}: {
  undecided: ReadonlyMap<string, number>
  held: readonly string[]
}): ListColumn<Task>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const kinds = useProjectWords()
  const aboutOf = useAbout()
  const { may } = useSignedIn()
  const { search, state } = useLocation()
  const opens = (task: Task) => isDecidable(task) && may('project.decide')
  function pathWith(task: Task): string {
    const values = new URLSearchParams(search)
    values.set('open', subjectOf(task))
    return `?${values}`
  }
  return [
    {
      label: t('tasks.column.about'),
      sort: 'name',
      cell: (task) => {
        const isHeld = held.includes(subjectOf(task))
        const facts = [task.proponent, task.country && format.country(task.country), task.type && kinds.type(task.type)]
        return (
          <span className="flex gap-x-3 max-md:flex-wrap max-md:items-start md:items-center">
            <span className="min-w-0 max-md:flex-1 md:truncate">
              <Link to={opens(task) ? pathWith(task) : task.path} state={state} className="row-link">
                {aboutOf(task)}
              </Link>
              <span className="text-sm font-normal text-ink-faint max-md:block md:ml-2">
                {facts.filter(Boolean).join(' · ')}
              </span>
            </span>
            <Undecided task={task} count={undecided.get(task.subjectId)} />
            {isHeld && <Badge tone="waiting">{t('queue.isHeld')}</Badge>}
          </span>
        )
      },
    },
    {
      label: t('tasks.column.task'),
      cell: (task) => (
        <>
          {t(`tasks.kind.${task.kind}`)}
          {task.isReturned && <span className="ml-2 text-sm text-ink-faint">{t('tasks.returned')}</span>}
        </>
      ),
    },
    {
      label: t('tasks.column.waiting'),
      sort: 'since',
      isReversed: true,
      isShort: true,
      cell: (task) => <DaysWaiting since={task.since} />,
    },
    {
      label: t('tasks.column.due'),
      sort: 'dueDate',
      isDetail: true,
      isShort: true,
      cell: ({ dueDate, overdue }) =>
        dueDate && (
          <span className="inline-flex items-center gap-2">
            <span className="tabular">{format.date(dueDate)}</span>
            {overdue && <Badge tone="warn">{t('tasks.overdue')}</Badge>}
          </span>
        ),
    },
    { label: t('tasks.column.assignee'), isDetail: true, value: (task) => task.assignee?.name },
  ]
}

/** Returns undecided overlaps by project; empty while loading. */
function useUndecided(tasks: readonly Task[]): ReadonlyMap<string, number> {
  const { may } = useSignedIn()
  const projectIds = tasks.flatMap(({ kind, subjectId }) => (kind === 'project.decide' ? [subjectId] : [])).join(',')
  const counted = useRead(countOverlaps, {
    when: projectIds !== '' && may('project.decide'),
    query: { projectIds },
    keep: true,
  })
  return new Map(counted.data?.items.map(({ projectId, undecided }) => [projectId, undecided]))
}

function Undecided({ task, count = 0 }: { task: Task; count: number | undefined }) {
  const { t } = useTranslation()
  if (count === 0 || task.projectKey === null) return null
  return (
    <Link
      to={projectTabPath(task.projectKey, 'overlaps')}
      aria-label={t('review.overlapsNamed', { count, name: task.name })}
      className="link text-sm font-normal max-md:basis-full max-md:pl-8 md:shrink-0 md:whitespace-nowrap"
    >
      {t('queue.overlaps', { count })}
    </Link>
  )
}

function Chosen({
  tasks,
  mayDecide,
  onAct,
  onClear,
}: {
  tasks: readonly Task[]
  mayDecide: boolean
  onAct: (act: TaskDecision | 'assign') => void
  onClear: () => void
}) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('queue.selection')}
      className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:rounded-md sm:border sm:shadow-lift"
    >
      <p aria-hidden className="tabular">
        {t('queue.chosen', { count: tasks.length, most: limits.items })}
      </p>
      <button type="button" className="link min-h-8 px-2 text-sm sm:order-last" onClick={onClear}>
        {t('queue.clear')}
      </button>
      <div className="flex w-full flex-wrap gap-2 max-sm:*:grow sm:ml-auto sm:w-auto">
        {mayDecide &&
          taskDecisions.map((act) => (
            <Button
              key={act}
              tone={act === 'approve' ? 'primary' : act === 'reject' ? 'danger' : 'plain'}
              onClick={() => onAct(act)}
            >
              {t(`queue.act.${act}`)}
            </Button>
          ))}
        <Button onClick={() => onAct('assign')}>{t('tasks.assign')}</Button>
      </div>
    </section>
  )
}
