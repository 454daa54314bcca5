import { useEffect, useState } from 'react'
import { type Claim, claimIsWhole, correctClaim } from '#shared/contract/claims.ts'
import type { BodyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import { purposes } from '#shared/rules/claim.ts'
import { limits } from '#shared/rules/limits.ts'
import { BeneficiaryFields, PurposeFields } from '#web/domain/claim-wording.tsx'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { FinalStep } from '#web/domain/final-step.tsx'
import { FormSteps, useLeaveSteps } from '#web/domain/form-steps.tsx'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useWordingFacts, type Wording } from './wording-facts.ts'

type Corrector = 'account' | 'registry'
type Body = ValidBodyOf<typeof correctClaim>

/** Asks for the corrected words, shows both wordings side by side, then asks for confirmation. */
export function CorrectionDialog({
  claim: given,
  corrector,
  onClose,
}: {
  claim: Claim
  corrector: Corrector
  onClose: () => void
}) {
  const { t } = useTranslation()
  // The page reads the claim again, but the correction is of the wording that the person began from.
  const [claim] = useState(given)
  const [body, setBody] = useState<Body | null>(null)
  const draft = useCorrectionForm(claim, corrector)
  const { act, busy, failure } = useAct(correctClaim, {
    refresh: [reading.readClaim, reading.listClaims],
    draft: draft.once,
  })
  const leaveSteps = useLeaveSteps('correction')
  const finish = () => {
    draft.forget()
    onClose()
  }
  const close = () => {
    leaveSteps()
    finish()
  }
  useEffect(() => {
    // The browser's Back leads from the preview to the form.
    const back = () => setBody(null)
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [])

  async function confirm(corrected: Body) {
    if (!(await act({ params: { claimId: claim.claimId }, body: corrected }))) return
    toast({ tone: 'good', text: t('correction.done') })
    close()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('correction.act')}
      description={body ? undefined : t('correction.final')}
      busy={busy}
      wide
    >
      {body ? (
        <Preview
          was={claim}
          is={wordingIn(body)}
          reason={body.reason}
          busy={busy}
          failure={failure}
          onConfirm={() => void confirm(body)}
          onBack={() => setBody(null)}
        />
      ) : (
        <Step key="form" label={t('wallet.entries')}>
          <CorrectionForm draft={draft} corrector={corrector} onClose={close} onPreview={setBody} />
        </Step>
      )}
    </Dialog>
  )
}

/** Validates all fields at the first attempt; the registry gives a reason. */
function correctionBody(corrector: Corrector) {
  return correctClaim.body.superRefine(
    (body, context) => {
      claimIsWhole(body, context)
      if (corrector === 'registry' && !body.reason)
        context.addIssue({
          code: 'custom',
          path: ['reason'],
          message: 'Required',
          params: { reason: 'ui.invalid.required' },
        })
    },
    { when: () => true },
  )
}

function useCorrectionForm(claim: Claim, corrector: Corrector) {
  const subject = `correction:${claim.claimId}:${claim.version}`
  const [schema] = useState(() => correctionBody(corrector))
  const [words] = useState(() => typedWords(claim))
  return useDraftForm({ subject }, schema, words)
}

function typedWords(claim: Claim): Partial<BodyOf<typeof correctClaim>> {
  const purpose = purposes.find((each) => each === claim.purpose)
  return {
    version: claim.version,
    beneficiaryKind: claim.beneficiaryKind,
    beneficiary: claim.beneficiary,
    beneficiaryCountry: claim.beneficiaryCountry ?? undefined,
    ...(purpose && { purpose }),
    purposeDetail: claim.purposeDetail,
    periodStart: claim.periodStart ?? undefined,
    periodEnd: claim.periodEnd ?? undefined,
    countryOfConsumption: claim.countryOfConsumption ?? undefined,
  }
}

function wordingIn(body: Body): Wording {
  return {
    beneficiaryKind: body.beneficiaryKind,
    beneficiary: body.beneficiaryKind === 'anonymous' ? '' : (body.beneficiary ?? ''),
    beneficiaryCountry: body.beneficiaryCountry ?? null,
    purpose: body.purpose,
    purposeDetail: body.purposeDetail ?? '',
    periodStart: body.periodStart ?? null,
    periodEnd: body.periodEnd ?? null,
    countryOfConsumption: body.countryOfConsumption ?? null,
  }
}

function CorrectionForm({
  draft,
  corrector,
  onClose,
  onPreview,
}: {
  draft: ReturnType<typeof useCorrectionForm>
  corrector: Corrector
  onClose: () => void
  onPreview: (body: Body) => void
}) {
  const { t } = useTranslation()
  const field = fieldsOf(draft.form)
  return (
    <Form form={draft.form} onSubmit={onPreview}>
      <DraftNotice draft={draft} />
      <FormSteps
        of="correction"
        parts={[
          { title: t('claims.column.beneficiary'), content: <BeneficiaryFields /> },
          {
            title: t('wallet.step.purpose'),
            content: (
              <>
                <PurposeFields />
                {corrector === 'registry' && (
                  <TextArea
                    label={t('correction.reason')}
                    upTo={limits.message}
                    rows={3}
                    {...field('reason', orAbsent)}
                  />
                )}
              </>
            ),
          },
        ]}
        submit={
          <>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            <SubmitButton>{t('wallet.preview')}</SubmitButton>
          </>
        }
      />
    </Form>
  )
}

function Preview({
  was,
  is,
  reason,
  ...step
}: { was: Claim; is: Wording; reason: string | undefined } & Pick<
  Parameters<typeof FinalStep>[0],
  'busy' | 'failure' | 'onConfirm' | 'onBack'
>) {
  const { t } = useTranslation()
  const factsOf = useWordingFacts()
  const now = factsOf(was)
  const rows = factsOf(is).map((fact, index) => ({ ...fact, before: now[index]?.text ?? '' }))
  const isChanged = rows.some(({ text, before }) => text !== before)
  return (
    <FinalStep
      {...step}
      label={t('correction.compared')}
      becomesPublic={t('correction.final')}
      confirm={t('correction.confirm')}
      isReady={isChanged}
    >
      {!isChanged && <Notice tone="neutral" title={t('correction.same')} />}
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">{t('correction.compared')}</caption>
        <thead className="text-sm text-ink-faint">
          <tr>
            <td />
            <th scope="col" className="py-2 pl-3 font-normal">
              {t('correction.now')}
            </th>
            <th scope="col" className="py-2 pl-3 font-normal">
              {t('correction.changed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, text, before }) => (
            <tr key={label} className="border-t border-line align-top">
              <th scope="row" className="py-2 text-sm font-normal break-words text-ink-faint">
                {label}
              </th>
              <td className="py-2 pl-3 break-words">{text === before ? before : <del>{before}</del>}</td>
              <td className="py-2 pl-3 break-words">
                {text === before ? text : <ins className="font-semibold no-underline">{text}</ins>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {reason && <p className="break-words">{t('correction.reasonIs', { reason })}</p>}
    </FinalStep>
  )
}
