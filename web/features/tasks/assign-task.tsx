import { z } from 'zod'
import { assignTask, listColleagues, listTasks, type Task } from '#shared/contract/tasks.ts'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const choice = z.strictObject({ username: z.string() })

/** Gives a task to a colleague; an empty choice gives it to nobody. */
export function AssignTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation()
  const { kind, subjectId, assignee } = task
  const { act, failure } = useAct(assignTask, { refresh: [listTasks] })
  const form = useSchemaForm(choice, { username: assignee?.username ?? '' })
  const { value, props } = choicesOf(form)('username')
  const people = useChoices(listColleagues, {
    value,
    query: { kind, subjectId },
    known: assignee && { value: assignee.username, label: assignee.name },
    choiceOf: ({ username, name }) => ({ value: username, label: name }),
  })
  return (
    <FormDialog
      title={t('tasks.assignTitle')}
      description={
        <>
          <p className="font-medium text-ink">{task.name}</p>
          <p>{t('tasks.assignLead')}</p>
        </>
      }
      form={form}
      failure={failure}
      done={t('tasks.assigned')}
      onSubmit={({ username }) => act({ body: { kind, subjectId, username: username === '' ? null : username } })}
      onClose={onClose}
    >
      <Combobox label={t('tasks.colleague')} optional from={people} {...props} />
    </FormDialog>
  )
}
