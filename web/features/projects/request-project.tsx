import { useNavigate } from 'react-router'
import { createProject, listMyProjects, listProjects } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { DateField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MethodologyField, ProviderFields, WordFields } from './project-fields.tsx'

const empty = {
  projectName: '',
  description: '',
  methodologyId: '',
  measurementProviderId: '',
  verificationProviderId: '',
  startDate: '',
  endDate: '',
}

/** Creates a draft. Closing keeps the typed values. */
export function RequestProject({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const draft = useDraftForm({ subject: 'newProject' }, createProject.body, empty)
  const { form, once } = draft
  const { act, refused, isLost } = useAct(createProject, { refresh: [listProjects, listMyProjects], draft: once })
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('projects.requestTitle')}
      description={t('projects.requestLead')}
      wide
      form={form}
      refused={
        refused && !isLost
          ? { ...refused, text: [`${t('projects.createFailed')}.`, refused.text].filter(Boolean).join(' ') }
          : refused
      }
      submit={t('dashboard.request')}
      onSubmit={async (body) => {
        const project = await act({ body })
        if (!project) return null
        draft.forget()
        toast({ tone: 'good', text: t('projects.added') })
        navigate(projectPath(project.projectKey))
        // Navigation unmounts the dialog.
        return null
      }}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <WordFields />
      <MethodologyField />
      <ProviderFields />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label={t('projects.startDate')} {...field('startDate')} />
        <DateField label={t('projects.endDate')} {...field('endDate')} />
      </div>
    </FormDialog>
  )
}
