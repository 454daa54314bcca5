import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readProject } from '#shared/contract/projects.ts'
import { readTaskPlace, type Task } from '#shared/contract/tasks.ts'
import { type TaskDecision, taskDecisions } from '#shared/rules/lifecycle/tasks.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { subjectOf, useHeld, useHoldDecision } from '#web/domain/held-decisions.ts'
import { OpenOverlaps } from '#web/domain/open-overlaps.tsx'
import { useAbout } from '#web/domain/task-words.ts'
import { useTurningKeys } from '#web/domain/use-turning-keys.ts'
import { addressOf } from '#web/lib/call.ts'
import type { List } from '#web/lib/use-list.ts'
import { useRead, useReadAt } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type DecidableTask, isDecidable } from './decidable.ts'

/** An opened task of the list beside its decision; after a decision the next of the same list opens. */
export function QueueDesk({
  list,
  opened,
  onOpen,
  show,
}: {
  list: List<Task>
  opened: string
  /** '' closes the desk. */
  onOpen: (task: string) => void
  show: (task: Task) => ReactNode
}) {
  const { t } = useTranslation()
  const { shape } = readTaskPlace.query
  const query = Object.fromEntries(Object.entries(list.query).filter(([field]) => field in shape))
  const read = useReadAt(readTaskPlace, addressOf(readTaskPlace, { query: { ...query, open: opened } }), {})
  const { data } = read
  const turnTo = (to: 'next' | 'previous') => {
    const other = data?.[to]
    if (other) onOpen(subjectOf(other))
  }
  useTurningKeys((step) => turnTo(step === 1 ? 'next' : 'previous'))
  const task = data?.task ?? null
  const turn = (to: 'next' | 'previous') => (
    <Button
      size="small"
      icon={to === 'next' ? <ChevronRight aria-hidden size={16} /> : <ChevronLeft aria-hidden size={16} />}
      disabled={!data?.[to]}
      aria-keyshortcuts={to === 'next' ? 'j' : 'k'}
      onClick={() => turnTo(to)}
    >
      {t(`ui.${to}`)}
    </Button>
  )
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <Button size="small" icon={<ArrowLeft aria-hidden size={16} />} onClick={() => onOpen('')}>
          {t('review.backToQueue')}
        </Button>
        <span className="tabular text-sm text-ink-soft">
          {data && data.place > 0 && t('queue.place', { now: data.place, of: data.total })}
        </span>
        <span className="ml-auto flex gap-2">
          {turn('previous')}
          {turn('next')}
        </span>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-h-96 min-w-0 max-lg:order-2">{task && show(task)}</div>
        <aside aria-label={t('review.decision')} className="lg:sticky lg:top-24">
          <Card>
            {task ? (
              <Deciding key={opened} task={task} onDecided={() => (data?.next ? turnTo('next') : onOpen(''))} />
            ) : data ? (
              <p className="text-ink-soft">{t('queue.notWaiting')}</p>
            ) : read.error ? (
              <ErrorState retry={read.retry} />
            ) : (
              <Skeleton rows={3} />
            )}
          </Card>
        </aside>
      </div>
    </>
  )
}

function Deciding({ task, onDecided }: { task: Task; onDecided: () => void }) {
  const { t } = useTranslation()
  const { may } = useSignedIn()
  const aboutOf = useAbout()
  const isHeld = useHeld().includes(subjectOf(task))
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg font-semibold break-words">{aboutOf(task)}</h2>
        {task.proponent && <p className="text-ink-soft">{task.proponent}</p>}
      </div>
      <p className="text-sm text-ink-soft">
        {t(`tasks.kind.${task.kind}`)} · <DaysWaiting since={task.since} />
        {task.assignee && <span className="block">{t('queue.with', { name: task.assignee.name })}</span>}
      </p>
      {isHeld ? (
        <p role="status" className="text-ink-soft">
          {t('queue.isHeld')}
        </p>
      ) : isDecidable(task) && may('project.decide') ? (
        <Decisions task={task} onDecided={onDecided} />
      ) : (
        <ButtonLink to={task.path} tone="primary">
          {t('queue.toStep')}
        </ButtonLink>
      )}
      <p className="text-sm text-ink-faint max-lg:hidden">{t('queue.keys')}</p>
    </div>
  )
}

/** An approval can be undone, so that only decisions with a reason ask for more. */
function Decisions({ task, onDecided }: { task: DecidableTask; onDecided: () => void }) {
  const { t } = useTranslation()
  const hold = useHoldDecision()
  const [chosen, setChosen] = useState<Exclude<TaskDecision, 'approve'> | null>(null)
  const isProject = task.kind === 'project.decide'
  const project = useRead(readProject, { when: isProject, query: { projectId: task.subjectId }, asUser: true })
  const decide = (act: TaskDecision, reason?: string) => {
    hold({ tasks: [task], act, reason })
    onDecided()
  }
  return (
    <span className="flex flex-col gap-2">
      {isProject && project.data && <OpenOverlaps project={project.data} />}
      {taskDecisions
        .filter((act) => act !== 'requestChanges' || task.kind !== 'account.decide')
        .map((act) => (
          <Button
            key={act}
            tone={act === 'approve' ? 'primary' : act === 'reject' ? 'danger' : 'plain'}
            aria-label={t('review.actNamed', { act: t(`queue.act.${act}`), name: task.name })}
            onClick={() => (act === 'approve' ? decide(act) : setChosen(act))}
          >
            {t(`queue.act.${act}`)}
          </Button>
        ))}
      {chosen && (
        <DecisionDialog
          title={t(`queue.act.${chosen}`)}
          question={t(`queue.question.${chosen}`)}
          about={task.name}
          requiresReason
          danger={chosen === 'reject'}
          failure={null}
          onClose={() => setChosen(null)}
          onDecide={async (reason) => {
            decide(chosen, reason)
            return true
          }}
        />
      )}
    </span>
  )
}
