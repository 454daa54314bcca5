import { z } from 'zod'
import {
  assignTasks,
  listColleagues,
  listTasks,
  readTaskFacets,
  readTaskPlace,
  type Task,
} from '#shared/contract/tasks.ts'
import { showResults } from '#web/domain/held-decisions.ts'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Names } from './decision-results.tsx'

const choice = z.strictObject({
  username: z
    .string()
    .nullable()
    .transform((username) => username || null),
})

/** Offers who may take the first task; others refuse by themselves. An empty choice unassigns. */
export function AssignSelected({
  tasks,
  onDone,
  onClose,
}: {
  tasks: readonly Task[]
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { act, refused } = useAct(assignTasks, { refresh: [listTasks, readTaskFacets, readTaskPlace] })
  const form = useSchemaForm<{ username: string | null }, { username: string | null }>(choice, { username: '' })
  const { value, props } = choicesOf(form)('username')
  const [first] = tasks
  const people = useChoices(listColleagues, {
    value,
    query: { kind: first?.kind, subjectId: first?.subjectId },
    choiceOf: ({ username, name }) => ({ value: username, label: name }),
  })
  return (
    <FormDialog
      title={t('queue.assign', { count: tasks.length })}
      description={t('tasks.assignLead')}
      form={form}
      refused={refused}
      onSubmit={async ({ username }) => {
        const asked = tasks.map(({ kind, subjectId }) => ({ kind, subjectId }))
        const reply = await act({ body: { tasks: asked, username } })
        if (reply === null) return null
        const isAll = showResults('assign', tasks, reply)
        if (isAll) toast({ tone: 'good', text: t('queue.was.assign', { count: tasks.length }) })
        onDone()
        return reply
      }}
      onClose={onClose}
    >
      <Names label={t('queue.assign', { count: tasks.length })} names={tasks.map(({ name }) => name)} />
      <Combobox label={t('tasks.colleague')} optional from={people} {...props} />
    </FormDialog>
  )
}
