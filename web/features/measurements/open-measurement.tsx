import { useTranslation } from 'react-i18next'
import { openMeasurement } from '#shared/contract/measurements.ts'
import { listMyProjects } from '#shared/contract/projects.ts'
import { outcomeReads } from '#web/domain/reads.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, Select } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Opens the measurement of one period of a project. */
export function OpenMeasurement({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(openMeasurement, { refresh: outcomeReads })
  const projects = useMeasurableProjects()
  const form = useSchemaForm(
    openMeasurement.body,
    { projectId, periodStart: '', periodEnd: '', dueDate: undefined },
    { periodEnd: t('measurements.periodOrder') },
  )
  const { errors } = form.formState
  return (
    <Dialog open onClose={onClose} title={t('measurements.open')} description={t('measurements.openLead')}>
      <Form
        form={form}
        failure={failure}
        onSubmit={async (body) => {
          if (!(await act({ body }))) return
          toast({ tone: 'good', text: t('measurements.opened') })
          onClose()
        }}
      >
        <Select
          key={String(projects.data !== undefined)}
          label={t('measurements.column.project')}
          placeholder={t(projects.data ? 'measurements.chooseProject' : 'ui.loading')}
          choices={projects.choices}
          error={errors.projectId?.message}
          {...form.register('projectId')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField
            label={t('measurements.periodStart')}
            error={errors.periodStart?.message}
            {...form.register('periodStart')}
          />
          <DateField
            label={t('measurements.periodEnd')}
            error={errors.periodEnd?.message}
            {...form.register('periodEnd')}
          />
        </div>
        <DateField
          label={t('measurements.column.dueDate')}
          optional
          error={errors.dueDate?.message}
          {...form.register('dueDate', { setValueAs: (value: string | undefined) => value || undefined })}
        />
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <SubmitButton>{t('measurements.open')}</SubmitButton>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** Projects that the reader's account owns or is to measure. */
function useMeasurableProjects() {
  const { data } = useReadAll(listMyProjects, { query: { measurable: 'true' } })
  return { data, choices: (data ?? []).map(({ projectId, projectName }) => ({ value: projectId, label: projectName })) }
}
