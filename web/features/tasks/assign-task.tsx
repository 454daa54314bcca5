import { z } from 'zod'
import { assignTask, listColleagues, listTasks, type Task } from '#shared/contract/tasks.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf } from '#web/lib/form-fields.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const choice = z.strictObject({
  username: z
    .string()
    .nullable()
    .transform((username) => username || null),
})

/** An empty choice unassigns the task. */
export function AssignTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation()
  const { kind, subjectId, assignee } = task
  const edit = useEditForm(assignTask, {
    subject: `task:${kind} ${subjectId}`,
    facts: { username: assignee?.username ?? '' },
    schema: choice,
    isWhole: true,
    refresh: [listTasks],
  })
  const { value, props } = choicesOf(edit.form)('username')
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
      form={edit.form}
      draft={edit}
      refused={edit.refused}
      done={t('tasks.assigned')}
      onSubmit={(body) => edit.save({ body: { ...body, kind, subjectId } })}
      onClose={onClose}
    >
      <EditNotices edit={edit} of="task" />
      <Combobox label={t('tasks.colleague')} optional from={people} {...props} />
    </FormDialog>
  )
}
