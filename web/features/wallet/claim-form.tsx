import { claimIsWhole, createClaim } from '#shared/contract/claims.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { previewMovement, type WalletBalance } from '#shared/contract/wallet.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { BeneficiaryFields, PurposeFields } from '#web/domain/claim-wording.tsx'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { FormSteps } from '#web/domain/form-steps.tsx'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { CapsBefore } from './caps-left.tsx'
import type { Preview } from './movement-preview.tsx'
import { idsOf, itemsOf, QuantityFields, useAboveBalance } from './quantity-fields.tsx'
import { withinBalances } from './within-balances.ts'

/** Validates all fields at the first attempt. */
function claimBody(assets: readonly WalletBalance[]) {
  return withinBalances(createClaim.body, assets).superRefine(claimIsWhole, { when: () => true })
}

/** Not the quantity, which depends on the moment, nor the ticked box, which needs intent. */
const draftFields = [
  'beneficiaryKind',
  'beneficiary',
  'beneficiaryCountry',
  'purpose',
  'purposeDetail',
  'periodStart',
  'periodEnd',
  'countryOfConsumption',
  'note',
  'notifyEmail',
  'ownReference',
] as const

export function useClaimForm(assets: readonly WalletBalance[]) {
  return useDraftForm(
    { subject: `claim:${idsOf(assets)}`, fields: draftFields },
    claimBody(assets),
    { items: itemsOf(assets), noteIsPublic: false },
    useAboveBalance(assets),
  )
}

type ClaimDraft = ReturnType<typeof useClaimForm>
type ClaimFormState = ClaimDraft['form']

export function ClaimForm({
  draft,
  assets,
  onClose,
  onPreview,
}: {
  draft: ClaimDraft
  assets: readonly WalletBalance[]
  onClose: () => void
  onPreview: (body: ValidBodyOf<typeof createClaim>, preview: Preview) => void
}) {
  const { t, i18n } = useTranslation()
  const { form } = draft
  const preview = useAct(previewMovement)
  return (
    <Form
      form={form}
      refused={preview.refused}
      onSubmit={async (body) => {
        const previewed = await preview.act({ body: { items: body.items } })
        if (previewed) onPreview({ ...body, notifyLanguage: languageOf(i18n.resolvedLanguage) }, previewed)
      }}
    >
      <DraftNotice draft={draft} text={t('wallet.keptClaim')} />
      <FormSteps
        of="claim"
        parts={[
          {
            title: t('wallet.step.units'),
            content: (
              <>
                <CapsBefore />
                <QuantityFields assets={assets} />
                <BeneficiaryFields />
              </>
            ),
          },
          { title: t('wallet.step.purpose'), content: <PurposeFields /> },
          { title: t('wallet.step.words'), content: <Words form={form} /> },
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

function Words({ form }: { form: ClaimFormState }) {
  const { t } = useTranslation()
  const field = fieldsOf(form)
  return (
    <>
      <TextArea label={t('claims.note')} upTo={limits.message} optional rows={3} {...field('note', orAbsent)} />
      <Checkbox label={t('wallet.noteIsPublic')} {...form.register('noteIsPublic')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('wallet.notifyEmail')}
          hint={t('wallet.notifyEmailHint')}
          optional
          type="email"
          maxLength={limits.email}
          {...field('notifyEmail', orAbsent)}
        />
        <TextField
          label={t('wallet.ownReference')}
          hint={t('wallet.private')}
          optional
          maxLength={limits.ownReference}
          {...field('ownReference', orAbsent)}
        />
      </div>
      <Checkbox label={t('wallet.isAuthorised')} {...field('isAuthorised', orAbsent)} />
    </>
  )
}
