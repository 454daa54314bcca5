import { type Measurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { limits } from '#shared/rules/limits.ts'
import { typedQuantity } from '#web/domain/quantity-input.ts'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { QuantityField, TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The measured quantity of the period, with a note for whoever accepts it. */
export function SubmitMeasurement({ measurement, onDone }: { measurement: Measurement; onDone: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(submitMeasurement, { refresh: outcomeReads })
  const form = useSchemaForm(submitMeasurement.body, {
    ...(measurement.quantity !== null && { quantity: measurement.quantity }),
    note: measurement.note,
  })
  const field = fieldsOf(form)
  return (
    <div className="mt-6">
      <Form
        form={form}
        failure={failure}
        onSubmit={async (body) => {
          if (!(await act({ params: { measurementId: measurement.measurementId }, body }))) return
          toast({ tone: 'good', text: t('measurements.done.submit') })
          onDone()
        }}
      >
        <QuantityField
          label={t('measurements.measured')}
          hint={t('measurements.measuredHint')}
          {...field('quantity', { setValueAs: typedQuantity })}
        />
        <TextArea label={t('measurements.note')} upTo={limits.description} optional {...field('note')} />
        <Actions>
          <SubmitButton>{t('measurements.act.submit')}</SubmitButton>
        </Actions>
      </Form>
    </div>
  )
}
