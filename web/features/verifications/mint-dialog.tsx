import { useState } from 'react'
import type { Verification } from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { recordPath } from '#shared/rules/paths.ts'
import { FinalStep } from '#web/domain/final-step.tsx'
import { typedQuantity } from '#web/domain/quantity-input.ts'
import { walletReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { QuantityField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Issues units against a verification: asks how many, shows what becomes public, then asks for confirmation. */
export function MintDialog({ verification, onClose }: { verification: Verification; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [asked, setAsked] = useState<number | null>(null)
  const { act, busy, failure } = useAct(mintUnits, { refresh: walletReads })
  const { verificationId, available } = verification
  const form = useSchemaForm(
    mintUnits.body.refine(({ quantity }) => quantity <= available, { path: ['quantity'] }),
    { verificationId, quantity: available },
    { quantity: t('ui.invalid.tooBig', { maximum: format.quantity(available) }) },
  )

  async function confirm(quantity: number) {
    const minted = await act({ body: { verificationId, quantity } })
    if (!minted) return
    toast({
      tone: 'good',
      text: t('wallet.minted', { quantity: format.quantity(quantity) }),
      link: { to: recordPath(minted.transactionId), label: t('activity.openRecord') },
    })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('wallet.mintTitle')}
      description={`${verification.project} · ${format.date(verification.periodStart)} – ${format.date(verification.periodEnd)}`}
      busy={busy}
    >
      {asked === null ? (
        <Step key="form">
          <Form form={form} onSubmit={({ quantity }) => setAsked(quantity)}>
            <QuantityField
              label={t('wallet.mintQuantity')}
              hint={t('wallet.mintHint', {
                available: format.quantity(available),
                verified: format.quantity(verification.quantity ?? 0),
              })}
              {...fieldsOf(form)('quantity', { setValueAs: typedQuantity })}
            />
            <Actions>
              <Button onClick={onClose}>{t('ui.cancel')}</Button>
              <SubmitButton>{t('wallet.preview')}</SubmitButton>
            </Actions>
          </Form>
        </Step>
      ) : (
        <FinalStep
          becomesPublic={t('wallet.mintPublic')}
          confirm={t('wallet.mintConfirm')}
          busy={busy}
          failure={failure}
          onConfirm={() => void confirm(asked)}
          onBack={() => setAsked(null)}
        >
          <Facts>
            <Fact label={t('wallet.mintQuantity')}>
              <span className="tabular text-xl font-semibold">{format.quantity(asked)}</span>
            </Fact>
            <Fact label={t('wallet.mintSerials')}>
              <span className="tabular">
                {format.quantity(verification.issued + 1)} – {format.quantity(verification.issued + asked)}
              </span>
            </Fact>
            <Fact label={t('wallet.mintLeft')} figure>
              {format.quantity(available - asked)}
            </Fact>
          </Facts>
        </FinalStep>
      )}
    </Dialog>
  )
}
