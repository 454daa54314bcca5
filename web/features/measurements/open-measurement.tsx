import { useState } from 'react'
import { listMeasurementProviders, openMeasurement } from '#shared/contract/measurements.ts'
import { listMyProjects } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf, fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { Waits } from '#web/lib/send-once.ts'
import { site } from '#web/lib/site-config.ts'
import { dayFromToday } from '#web/lib/today.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Opens a measurement for one period of a project, or states what must happen first. */
export function OpenMeasurement({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const session = useSignedIn()
  const { periodMonths: months } = site().limits
  const [start] = useState({ projectId, periodStart: '', periodEnd: '', dueDate: undefined })
  const draft = useDraftForm({ subject: `newMeasurement:${projectId}` }, openMeasurement.body, start)
  const { act, refused } = useAct(openMeasurement, {
    refresh: outcomeReads,
    onFailure: (text, error) => {
      if (!(error instanceof Waits)) return
      toast({ tone: 'waiting', text })
      draft.forget()
      onClose()
    },
  })
  const { form } = draft
  const field = fieldsOf(form)
  const project = choicesOf(form)('projectId')
  const provider = choicesOf(form)('accountId', orAbsent)
  // Projects that the account owns or measures.
  const projects = useChoices(listMyProjects, {
    value: project.value,
    query: { measurable: 'true' },
    choiceOf: ({ projectId: value, projectName: label }) => ({ value, label }),
  })
  const providers = useChoices(listMeasurementProviders, {
    value: provider.value,
    choiceOf: ({ accountId: value, name: label }) => ({ value, label }),
  })
  const { startDate, endDate } = projects.item ?? {}
  const yesterday = dayFromToday(-1)
  if (projects.hasNone) {
    return (
      <Dialog open title={t('measurements.open')} onClose={onClose}>
        <p className="mb-2 font-medium">{t('measurements.noneToOpen')}</p>
        <p className="mb-5 text-ink-soft">{t('measurements.noneToOpenYet')}</p>
        <Actions>
          <Button onClick={onClose}>{t('frame.close')}</Button>
        </Actions>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t('measurements.open')}
      description={t('measurements.openLead')}
      form={form}
      draft={draft}
      refused={refused}
      done={t('measurements.opened')}
      onSubmit={(body) => act({ body })}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <Combobox label={t('measurements.column.project')} from={projects} {...project.props} />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          label={t('measurements.periodStart')}
          hint={startDate ? t('measurements.startsFrom', { day: format.date(startDate) }) : undefined}
          {...field('periodStart')}
        />
        <DateField
          label={t('measurements.periodEnd')}
          hint={
            endDate && endDate <= yesterday
              ? t('measurements.endsUntil', { day: format.date(endDate) })
              : t('measurements.laterWaits', { day: format.date(yesterday) })
          }
          {...field('periodEnd')}
        />
      </div>
      {months < limits.periodMonths && (
        <p className="text-sm text-ink-soft">{t('measurements.longestPeriod', { count: months })}</p>
      )}
      {projects.item?.accountId === session.accountId && (
        <Combobox
          label={t('measurements.provider')}
          placeholder={t('measurements.projectsProvider')}
          optional
          from={providers}
          {...provider.props}
        />
      )}
      <DateField label={t('measurements.column.dueDate')} optional {...field('dueDate', orAbsent)} />
    </FormDialog>
  )
}
