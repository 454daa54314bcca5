import { useState } from 'react'
import { z } from 'zod'
import { assignTask, listColleagues, listTasks, type Task } from '#shared/contract/tasks.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const choice = z.strictObject({ username: z.string() })

/** Gives a task to a colleague; an empty choice gives it to nobody. */
export function AssignTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation()
  const { kind, subjectId, assignee } = task
  const [sought, setSought] = useState('')
  const [taker, setTaker] = useState(assignee)
  const { data } = useRead(listColleagues, { query: { kind, subjectId, q: sought || undefined }, keep: true })
  const { act, failure } = useAct(assignTask, { refresh: [listTasks] })
  const form = useSchemaForm(choice, { username: assignee?.username ?? '' })
  const found = data?.items ?? []
  // The chosen one stays among the choices, whatever is searched for next.
  const people = taker && !found.some(({ username }) => username === taker.username) ? [taker, ...found] : found
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
      <Combobox
        label={t('tasks.colleague')}
        optional
        name="username"
        choices={people.map(({ username, name }) => ({ value: username, label: name }))}
        value={taker?.username ?? ''}
        onChange={(chosen) => {
          setTaker(people.find(({ username }) => username === chosen) ?? null)
          form.setValue('username', chosen)
        }}
        onSearch={setSought}
      />
    </FormDialog>
  )
}
