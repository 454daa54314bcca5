import { decideVerification, type Verification } from '#shared/contract/verifications.ts'
import { limits } from '#shared/rules/limits.ts'
import { typedQuantity } from '#web/domain/quantity-input.ts'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Checkbox, QuantityField, Select, TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The form of the verifier's opinion: the verified quantity, at most the measured one, or why nothing is verified. */
export function DecideVerification({ verification, onDone }: { verification: Verification; onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { act, failure } = useAct(decideVerification, { refresh: outcomeReads })
  const { verificationId, measured } = verification
  const form = useSchemaForm(
    decideVerification.body.refine(({ quantity }) => (quantity ?? 0) <= measured, {
      path: ['quantity'],
      error: 'above the measured quantity',
    }),
    { outcome: 'verified', quantity: measured, statement: '' },
    {
      quantity: t('ui.invalid.tooBig', { maximum: format.quantity(measured) }),
      noConflictOfInterest: t('ui.invalid.required'),
    },
  )
  const field = fieldsOf(form)
  const isVerified = form.watch('outcome') === 'verified'
  return (
    <div className="mt-6">
      <Form
        form={form}
        failure={failure}
        onSubmit={async ({ quantity, ...opinion }) => {
          const body = { ...opinion, quantity: opinion.outcome === 'verified' ? quantity : undefined }
          if (!(await act({ params: { verificationId }, body }))) return
          toast({ tone: 'good', text: t('verifications.decided') })
          onDone()
        }}
      >
        <Select
          label={t('verifications.outcome')}
          choices={(['verified', 'not verified'] as const).map((value) => ({
            value,
            label: t(`verifications.status.${value}`),
          }))}
          {...field('outcome')}
        />
        {isVerified && (
          <QuantityField
            label={t('verifications.verified')}
            hint={t('verifications.verifiedHint', { measured: format.quantity(measured) })}
            {...field('quantity', { setValueAs: typedQuantity })}
          />
        )}
        <TextArea label={t('verifications.statement')} upTo={limits.description} {...field('statement')} />
        <Checkbox label={t('verifications.noConflict')} {...field('noConflictOfInterest', orAbsent)} />
        <Actions>
          <SubmitButton>{t('verifications.sign')}</SubmitButton>
        </Actions>
      </Form>
    </div>
  )
}
