import { useState } from 'react'
import { z } from 'zod'
import { listVerifications, type Verification } from '#shared/contract/verifications.ts'
import { mintItem, mintUnits } from '#shared/contract/wallet.ts'
import { limits } from '#shared/rules/limits.ts'
import { recordPath } from '#shared/rules/paths.ts'
import { FinalStep } from '#web/domain/final-step.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { walletReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { QuantityField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'

type Asked = { verification: Verification; quantity: number }[]

/**
 * Issues units against what is verified for a project, several periods in one act: asks how many of each, shows what becomes
 * public, then asks for confirmation. `verification` is the one that it was opened from.
 */
export function MintDialog({ verification, onClose }: { verification: Verification; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { act, busy, failure } = useAct(mintUnits, { refresh: walletReads })
  const { projectId } = verification
  const verified = useReadAll(listVerifications, {
    query: { tenantId: site().tenantId, projectId, status: 'verified' },
  })

  async function confirm(items: Asked) {
    const body = {
      items: items.map(({ verification: { verificationId }, quantity }) => ({ verificationId, quantity })),
    }
    const minted = await act({ body })
    if (!minted) return
    toast({
      tone: 'good',
      text: t('wallet.minted', { count: minted.quantity, quantity: format.quantity(minted.quantity) }),
      link: { to: recordPath(minted.transactionId), label: t('activity.openRecord') },
    })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('wallet.mintTitle')}
      description={t('wallet.mintLead', { project: verification.project })}
      busy={busy}
    >
      {asked ? (
        <FinalStep
          becomesPublic={t('wallet.mintPublic')}
          confirm={t('wallet.mintConfirm')}
          busy={busy}
          failure={failure}
          onConfirm={() => void confirm(asked)}
          onBack={() => setAsked(null)}
        >
          <Preview asked={asked} />
        </FinalStep>
      ) : (
        <Loaded from={verified}>
          {(all) => (
            <Step key="form">
              <Quantities
                of={inOrder(
                  all.filter(({ acts }) => acts.includes('mint')),
                  verification,
                )}
                onAsk={setAsked}
                onClose={onClose}
              />
            </Step>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

/** Oldest period first; beyond what one act can mint, the one that was opened is not left out. */
function inOrder(all: readonly Verification[], opened: Verification): Verification[] {
  const sorted = all.toSorted((one, other) => (one.periodStart < other.periodStart ? -1 : 1))
  const shown = sorted.slice(0, limits.items)
  return shown.some(({ verificationId }) => verificationId === opened.verificationId)
    ? shown
    : [opened, ...shown.slice(1)]
}

const quantities = z.strictObject({ quantities: z.array(mintItem.shape.quantity.optional()) })

function Quantities({
  of,
  onAsk,
  onClose,
}: {
  of: readonly Verification[]
  onAsk: (asked: Asked) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const { units } = useFigures()
  const texts = of.map(({ available }, index) => [
    `quantities.${index}`,
    t('ui.invalid.tooBig', { maximum: format.quantity(available) }),
  ])
  const form = useSchemaForm(
    quantities.check(({ value, issues }) => {
      value.quantities.forEach((quantity, index) => {
        if ((quantity ?? 0) <= (of[index]?.available ?? 0)) return
        issues.push({ code: 'custom', input: quantity, path: ['quantities', index], message: 'above what is left' })
      })
      if (value.quantities.every((quantity) => quantity === undefined)) {
        issues.push({ code: 'custom', input: value, path: ['quantities'], message: 'Required' })
      }
    }),
    { quantities: of.map(({ available }) => (of.length === 1 ? available : undefined)) },
    { ...Object.fromEntries(texts), quantities: t('wallet.mintNone') },
  )
  const field = fieldsOf(form)
  return (
    <Form
      form={form}
      onSubmit={(typed) =>
        onAsk(
          of.flatMap((verification, index) => {
            const quantity = typed.quantities[index]
            return quantity === undefined ? [] : [{ verification, quantity }]
          }),
        )
      }
    >
      {of.map((verification, index) => (
        <QuantityField
          key={verification.verificationId}
          label={t('wallet.mintOf', { period: periodOf(verification) })}
          hint={t('wallet.mintHint', {
            available: format.quantity(verification.available),
            verified: format.quantity(verification.quantity ?? 0),
          })}
          {...field(`quantities.${index}`, units)}
        />
      ))}
      <Actions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <SubmitButton>{t('wallet.preview')}</SubmitButton>
      </Actions>
    </Form>
  )
}

function Preview({ asked }: { asked: Asked }) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const total = asked.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Facts>
      {asked.map(({ verification, quantity }) => (
        <Fact key={verification.verificationId} label={periodOf(verification)} figure wide>
          {t('wallet.mintLine', {
            quantity: format.quantity(quantity),
            first: format.quantity(verification.issued + 1),
            last: format.quantity(verification.issued + quantity),
            left: format.quantity(verification.available - quantity),
          })}
        </Fact>
      ))}
      <Fact label={t('wallet.mintTotal')} wide>
        <span className="tabular text-xl font-semibold">{format.quantity(total)}</span>
      </Fact>
    </Facts>
  )
}
