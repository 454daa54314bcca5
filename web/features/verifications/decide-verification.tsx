import { decideVerification, type Verification } from '#shared/contract/verifications.ts'
import { limits } from '#shared/rules/limits.ts'
import { KeptNotice } from '#web/domain/edit-notices.tsx'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { QuantityField, Select, TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

const empty = { statement: '' }

/**
 * The form of the verifier's opinion: the verified quantity, at most the measured one, or why nothing is verified. Nothing is
 * filled in for the verifier.
 */
export function DecideVerification({ verification, onDone }: { verification: Verification; onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { units } = useFigures()
  const { act, failure } = useAct(decideVerification, { refresh: outcomeReads })
  const { verificationId, measured, acts } = verification
  const mayVerify = acts.includes('verify')
  const draft = useDraftForm(
    { subject: `opinion:${verificationId}` },
    decideVerification.body
      .refine(({ quantity }) => (quantity ?? 0) <= measured, {
        path: ['quantity'],
        error: 'above the measured quantity',
      })
      .refine(({ quantity = measured, quantityReason }) => quantity >= measured || quantityReason !== undefined, {
        path: ['quantityReason'],
        error: 'Required',
      }),
    empty,
    {
      quantity: t('ui.invalid.tooBig', { maximum: format.quantity(measured) }),
      quantityReason: t('ui.invalid.required'),
    },
  )
  const { form } = draft
  const field = fieldsOf(form)
  const isVerified = form.watch('outcome') === 'verified'
  const quantity: unknown = form.watch('quantity')
  const isLess = isVerified && typeof quantity === 'number' && quantity < measured
  return (
    <div className="max-w-3xl">
      <p className="mb-4 text-ink-soft">
        {t(mayVerify ? 'verifications.decideLead' : 'verifications.waitsForFindings')}{' '}
        {mayVerify && t('verifications.statementFirst')}
      </p>
      <Form
        form={form}
        failure={failure}
        onSubmit={async ({ outcome, statement, quantity, quantityReason }) => {
          const verified =
            outcome === 'verified' ? { quantity, quantityReason: isLess ? quantityReason : undefined } : {}
          if (!(await act({ params: { verificationId }, body: { outcome, statement, ...verified } }))) return
          draft.forget()
          toast({ tone: 'good', text: t('verifications.decided') })
          onDone()
        }}
      >
        <KeptNotice draft={draft} />
        <Select
          label={t('verifications.outcome')}
          placeholder={t('verifications.chooseOutcome')}
          choices={(['verified', 'not verified'] as const)
            .filter((value) => mayVerify || value === 'not verified')
            .map((value) => ({ value, label: t(`verifications.status.${value}`) }))}
          {...field('outcome', orAbsent)}
        />
        {isVerified && (
          <QuantityField
            label={t('verifications.verified')}
            hint={t('verifications.verifiedHint', { measured: format.quantity(measured) })}
            {...field('quantity', units)}
          />
        )}
        {isLess && (
          <TextArea
            label={t('verifications.quantityReason')}
            upTo={limits.statement}
            {...field('quantityReason', orAbsent)}
          />
        )}
        <TextArea label={t('verifications.statement')} upTo={limits.description} {...field('statement')} />
        <Actions>
          <SubmitButton>{t('verifications.sign')}</SubmitButton>
        </Actions>
      </Form>
    </div>
  )
}
