import { Pencil } from 'lucide-react'
import { useState } from 'react'
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
import { Section } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The sustainability statement, with a form in its place for people who may edit the project. */
export function ProjectStatement({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = project.acts.includes('edit')
  if (!mayEdit && !project.sustainabilityStatement) return null
  return (
    <Section
      title={t('projects.statement')}
      actions={
        mayEdit &&
        !isEditing && (
          <Button size="small" icon={<Pencil aria-hidden size={14} />} onClick={() => setEditing(true)}>
            {t('projects.statementEdit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <StatementForm project={project} onDone={() => setEditing(false)} />
      ) : (
        <p className="max-w-prose break-words whitespace-pre-line">
          {project.sustainabilityStatement || <span className="text-ink-faint">{t('projects.statementNone')}</span>}
        </p>
      )}
    </Section>
  )
}

const statement = updateProject.body.pick({ sustainabilityStatement: true })

function StatementForm({ project, onDone }: { project: Project; onDone: () => void }) {
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
