import { listMeasurementProviders, openMeasurement } from '#shared/contract/measurements.ts'
import { listMyProjects } from '#shared/contract/projects.ts'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { DateField, Select } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

/** Opens the measurement of one period of a project. */
export function OpenMeasurement({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(openMeasurement, { refresh: outcomeReads })
  const session = useSignedIn()
  const projects = useMeasurableProjects()
  const providers = useReadAll(listMeasurementProviders)
  const form = useSchemaForm(
    openMeasurement.body,
    { projectId, periodStart: '', periodEnd: '', dueDate: undefined },
    { periodEnd: t('measurements.periodOrder') },
  )
  const field = fieldsOf(form)
  const chosen = projects.data?.find((project) => project.projectId === form.watch('projectId'))
  return (
    <FormDialog
      title={t('measurements.open')}
      description={t('measurements.openLead')}
      form={form}
      failure={failure}
      done={t('measurements.opened')}
      onSubmit={(body) => act({ body })}
      onClose={onClose}
    >
      <Select
        key={String(projects.data !== undefined)}
        label={t('measurements.column.project')}
        placeholder={t(projects.data ? 'measurements.chooseProject' : 'ui.loading')}
        choices={projects.choices}
        {...field('projectId')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label={t('measurements.periodStart')} {...field('periodStart')} />
        <DateField label={t('measurements.periodEnd')} {...field('periodEnd')} />
      </div>
      {chosen?.accountId === session.accountId && (
        <Select
          label={t('measurements.provider')}
          placeholder={t('measurements.projectsProvider')}
          choices={(providers.data ?? []).map(({ accountId, name }) => ({ value: accountId, label: name }))}
          optional
          {...field('accountId', orAbsent)}
        />
      )}
      <DateField label={t('measurements.column.dueDate')} optional {...field('dueDate', orAbsent)} />
    </FormDialog>
  )
}

/** Returns the projects that the reader's account owns or measures. */
function useMeasurableProjects() {
  const { data } = useReadAll(listMyProjects, { query: { measurable: 'true' } })
  return { data, choices: (data ?? []).map(({ projectId, projectName }) => ({ value: projectId, label: projectName })) }
}
