import { type Project, updateProject } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { projectReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

const statement = updateProject.body.pick({ sustainabilityStatement: true })

export function StatementForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation()
  const { sustainabilityStatement } = project
  const edit = useEditForm(updateProject, {
    subject: `project:${project.projectId}/statement`,
    facts: { sustainabilityStatement },
    schema: statement,
    refresh: projectReads,
  })
  return (
    <Form
      form={edit.form}
      refused={edit.refused}
      onSubmit={async (body) => {
        if (!(await edit.save({ query: { projectKey: project.projectKey }, body }))) return
        toast({ tone: 'good', text: t('projects.saved') })
        onDone()
      }}
    >
      <EditNotices edit={edit} of="project" />
      <TextArea
        label={t('projects.statement')}
        upTo={limits.sustainabilityStatement}
        rows={6}
        {...fieldsOf(edit.form)('sustainabilityStatement')}
      />
      <Actions>
        <Button
          onClick={() => {
            edit.forget()
            onDone()
          }}
        >
          {t('ui.cancel')}
        </Button>
        <SubmitButton>{t('ui.save')}</SubmitButton>
      </Actions>
    </Form>
  )
}
