import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createProject, listMyProjects, listProjects } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, TextArea, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MethodologyField, ProviderFields } from './project-choices.tsx'

const empty = {
  projectName: '',
  description: '',
  methodologyId: '',
  measurementProviderId: '',
  verificationProviderId: '',
  startDate: '',
  endDate: '',
}
/** The Request New Project modal: six facts of a project that becomes a draft. What is typed survives closing it. */
export function RequestProject({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('projects.requestTitle')}
      description={t('projects.requestLead')}
      wide
    >
      <RequestForm onClose={onClose} />
    </Dialog>
  )
}

function RequestForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { act, failure } = useAct(createProject, { refresh: [listProjects, listMyProjects] })
  const { form, forget } = useDraftForm({ name: 'newProject' }, createProject.body, empty, {
    endDate: t('ui.invalid.dateOrder'),
  })
  const { errors } = form.formState

  return (
    <Form
      form={form}
      failure={failure && `${t('projects.createFailed')}. ${failure}`}
      onSubmit={async (body) => {
        const project = await act({ body })
        if (!project) return
        forget()
        toast({ tone: 'good', text: t('projects.added') })
        navigate(projectPath(project.projectKey))
      }}
    >
      <TextField
        label={t('projects.name')}
        hint={t('projects.nameHint', { min: limits.projectNameMin, max: limits.projectName })}
        maxLength={limits.projectName}
        error={errors.projectName?.message}
        {...form.register('projectName')}
      />
      <TextArea
        label={t('projects.description')}
        hint={t('ui.upTo', { count: limits.description })}
        maxLength={limits.description}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <MethodologyField error={errors.methodologyId?.message} field={form.register('methodologyId')} />
      <ProviderFields
        measurement={form.register('measurementProviderId', { setValueAs: (value) => value || undefined })}
        verification={form.register('verificationProviderId', { setValueAs: (value) => value || undefined })}
        errors={{
          measurement: errors.measurementProviderId?.message,
          verification: errors.verificationProviderId?.message,
        }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label={t('projects.startDate')} error={errors.startDate?.message} {...form.register('startDate')} />
        <DateField label={t('projects.endDate')} error={errors.endDate?.message} {...form.register('endDate')} />
      </div>
      <Actions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <SubmitButton>{t('projects.request')}</SubmitButton>
      </Actions>
    </Form>
  )
}
