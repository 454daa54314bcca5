import { type Project, updateProject } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { projectReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

const statement = updateProject.body.pick({ sustainabilityStatement: true })

/** The form of the sustainability statement. */
export function StatementForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(updateProject, { refresh: projectReads })
  const form = useSchemaForm(statement, { sustainabilityStatement: project.sustainabilityStatement })
  return (
    <Form
      form={form}
      failure={failure}
      onSubmit={async (body) => {
        if (!(await act({ query: { projectKey: project.projectKey }, body }))) return
        toast({ tone: 'good', text: t('projects.saved') })
        onDone()
      }}
    >
      <TextArea
        label={t('projects.statement')}
        upTo={limits.sustainabilityStatement}
        rows={6}
        {...fieldsOf(form)('sustainabilityStatement')}
      />
      <Actions>
        <Button onClick={onDone}>{t('ui.cancel')}</Button>
        <SubmitButton>{t('ui.save')}</SubmitButton>
      </Actions>
    </Form>
  )
}
