import { useState } from 'react'
import { listMeasurementProviders, type Measurement, rescheduleMeasurement } from '#shared/contract/measurements.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf, fieldsOf } from '#web/lib/form-fields.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { DateField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const schedule = rescheduleMeasurement.body.omit({ was: true })

export function RescheduleMeasurement({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('measurements.act.reschedule')}</Button>
      {isOpen && <RescheduleDialog measurement={measurement} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RescheduleDialog({ measurement, onClose }: { measurement: Measurement; onClose: () => void }) {
  const { t } = useTranslation()
  const { measurementId, accountId, account, dueDate } = measurement
  const edit = useEditForm(rescheduleMeasurement, {
    subject: `measurement:${measurementId}`,
    facts: { accountId, dueDate },
    schema: schedule,
    refresh: outcomeReads,
  })
  const { form } = edit
  const field = fieldsOf(form)
  const provider = choicesOf(form)('accountId')
  const providers = useChoices(listMeasurementProviders, {
    value: provider.value,
    known: { value: accountId, label: account },
    choiceOf: ({ accountId: value, name: label }) => ({ value, label }),
  })
  return (
    <FormDialog
      title={t('measurements.act.reschedule')}
      form={form}
      draft={edit}
      refused={edit.refused}
      done={t('measurements.done.reschedule')}
      onSubmit={(body) => edit.save({ params: { measurementId }, body })}
      onClose={onClose}
    >
      <EditNotices edit={edit} of="measurement" />
      <Combobox label={t('measurements.provider')} from={providers} {...provider.props} />
      <DateField
        label={t('measurements.column.dueDate')}
        optional
        {...field('dueDate', { setValueAs: (typed) => typed || null })}
      />
    </FormDialog>
  )
}
