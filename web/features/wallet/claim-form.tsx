import { claimIsWhole, createClaim } from '#shared/contract/claims.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { previewMovement, type WalletBalance } from '#shared/contract/wallet.ts'
import { beneficiaryKinds, isNamed, needsDetail, purposes } from '#shared/rules/claim.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { FormSteps } from '#web/domain/form-steps.tsx'
import { useCountries } from '#web/lib/countries.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, DateField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
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
                <QuantityFields assets={assets} />
                <Beneficiary form={form} />
              </>
            ),
          },
          { title: t('wallet.step.purpose'), content: <Purpose form={form} /> },
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

function Beneficiary({ form }: { form: ClaimFormState }) {
  const { t } = useTranslation()
  const field = fieldsOf(form)
  const needsName = isNamed(form.watch('beneficiaryKind'))
  return (
    <>
      <Select
        label={t('wallet.beneficiaryKind')}
        placeholder={t('wallet.chooseKind')}
        choices={beneficiaryKinds.map((value) => ({
          value,
          label: t(`wallet.kind.${value}`),
        }))}
        {...field('beneficiaryKind', orAbsent)}
      />
      {needsName && (
        <TextField
          label={t('claims.column.beneficiary')}
          upTo={limits.beneficiary}
          {...field('beneficiary', orAbsent)}
        />
      )}
      <Select
        label={t('claims.beneficiaryCountry')}
        optional
        placeholder={t('wallet.noCountry')}
        choices={useCountries()}
        {...field('beneficiaryCountry', orAbsent)}
      />
    </>
  )
}

function Purpose({ form }: { form: ClaimFormState }) {
  const { t } = useTranslation()
  const field = fieldsOf(form)
  const isDetailed = needsDetail(form.watch('purpose'))
  return (
    <>
      <Select
        label={t('claims.purpose')}
        placeholder={t('wallet.choosePurpose')}
        choices={purposes.map((value) => ({ value, label: t(`claims.purposes.${value}`) }))}
        {...field('purpose', orAbsent)}
      />
      <TextField
        label={t(isDetailed ? 'wallet.purposeWhich' : 'claims.purposeDetail')}
        upTo={limits.message}
        optional={!isDetailed}
        {...field('purposeDetail', orAbsent)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label={t('wallet.periodStart')} optional {...field('periodStart', orAbsent)} />
        <DateField label={t('wallet.periodEnd')} optional {...field('periodEnd', orAbsent)} />
      </div>
      <Select
        label={t('claims.consumedIn')}
        optional
        placeholder={t('wallet.noCountry')}
        choices={useCountries()}
        {...field('countryOfConsumption', orAbsent)}
      />
    </>
  )
}
