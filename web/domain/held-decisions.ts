import { listAccounts } from '#shared/contract/accounts.ts'
import type { BodyOf, ReplyOf } from '#shared/contract/endpoint.ts'
import { listMethodologies, readMethodologyVersion } from '#shared/contract/methodologies.ts'
import { decideTasks, readTaskFacets, readTaskPlace, type TaskOutcome } from '#shared/contract/tasks.ts'
import type { DecidedKind, TaskDecision } from '#shared/rules/lifecycle/tasks.ts'
import { paths } from '#shared/rules/paths.ts'
import { beforeLeaving } from '#web/lib/before-leaving.ts'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { deleteIntention, intentionName, newKey, storeIntention } from '#web/lib/intention.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import { storeOf } from '#web/lib/store.ts'
import { undoSeconds } from '#web/lib/undo-time.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { toast } from '#web/ui/toast.tsx'
import { projectReads } from './reads.ts'

export interface DecidedTask {
  kind: DecidedKind
  subjectId: string
  name: string
  changedAt?: string | null | undefined
}

/** What became of the last tasks that were decided or assigned together, if some were refused. */
export interface DecisionResults {
  act: TaskDecision | 'assign'
  done: readonly string[]
  refused: readonly { name: string; refusal: NonNullable<TaskOutcome['refusal']> }[]
}

const heldSubjects = storeOf<readonly string[]>([])
const results = storeOf<DecisionResults | null>(null)

/** Subjects whose decision can still be undone. */
export const useHeld = heldSubjects.use
export const useDecisionResults = results.use
export const closeResults = () => results.set(null)

/** Returns whether all was done; else the queue shows what was refused. */
export function showResults(
  act: DecisionResults['act'],
  tasks: readonly { kind: string; subjectId: string; name: string }[],
  { items }: ReplyOf<typeof decideTasks>,
): boolean {
  const names = new Map(tasks.map((task) => [subjectOf(task), task.name]))
  const named = items.map((item) => ({ name: names.get(subjectOf(item)) ?? '', refusal: item.refusal }))
  const done = named.flatMap(({ name, refusal }) => (refusal ? [] : [name]))
  const refused = named.flatMap(({ name, refusal }) => (refusal ? [{ name, refusal }] : []))
  results.set(refused.length === 0 ? null : { act, done, refused })
  return refused.length === 0
}

export const subjectOf = ({ kind, subjectId }: { kind: string; subjectId: string }) => `${kind}:${subjectId}`

const refreshed = [
  ...projectReads,
  readTaskFacets,
  readTaskPlace,
  listAccounts,
  listMethodologies,
  readMethodologyVersion,
]

/**
 * Returns a function that decides after the time for an undo, which a message counts down; at once when the page is
 * left. The key is stored from the start, so that the next visit tells what became of a decision whose page was killed.
 */
export function useHoldDecision() {
  const { t, i18n } = useTranslation()
  const readAgain = useReadAgain()
  return ({
    tasks,
    act,
    reason,
  }: {
    tasks: readonly DecidedTask[]
    act: TaskDecision
    reason?: string | undefined
  }) => {
    const count = tasks.length
    const key = newKey()
    const name = intentionName(`decideTasks.${key}`)
    storeIntention(name, { key, isLost: true })
    const subjects = tasks.map(subjectOf)
    heldSubjects.set([...heldSubjects.get(), ...subjects])
    const release = () => heldSubjects.set(heldSubjects.get().filter((subject) => !subjects.includes(subject)))
    const body: BodyOf<typeof decideTasks> = {
      tasks: tasks.map(({ kind, subjectId, changedAt }) => ({ kind, subjectId, changedAt })),
      act,
      reason,
    }
    const send = async (keepalive: boolean) => {
      stay()
      try {
        const reply = await sendOnce(decideTasks, { body, idempotencyKey: key, keepalive })
        deleteIntention(name)
        tell(reply)
      } catch (failed) {
        const error = failed instanceof Error ? failed : new Error(String(failed))
        if (error instanceof CallError) deleteIntention(name)
        toast({ tone: 'bad', text: t('queue.notSent', { count, why: failureText(error, i18n) }) })
      }
      await readAgain(refreshed)
      release()
    }
    const tell = (reply: ReplyOf<typeof decideTasks>) => {
      if (showResults(act, tasks, reply)) {
        toast({ tone: 'good', text: t(`queue.done.${act}`, { count, name: tasks[0]?.name }) })
        return
      }
      const refused = reply.items.filter(({ refusal }) => refusal !== null).length
      toast({
        tone: 'bad',
        text: t('queue.refusedSome', { count: refused, of: count }),
        link: { to: paths.tasks, label: t('queue.see') },
      })
    }
    const close = toast({
      tone: 'waiting',
      text: t(`queue.held.${act}`, { count, name: tasks[0]?.name }),
      undo: {
        lastsMs: undoSeconds() * 1000,
        label: t('queue.undo'),
        now: t('queue.now'),
        act: () => {
          stay()
          deleteIntention(name)
          release()
          toast({ tone: 'good', text: t('queue.undone', { count, name: tasks[0]?.name }) })
        },
        end: () => void send(false),
      },
    })
    const stay = beforeLeaving(() => {
      close()
      void send(true)
    })
  }
}
