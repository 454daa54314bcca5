import { useFormContext } from 'react-hook-form'
import type { correctClaim } from '#shared/contract/claims.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { beneficiaryKinds, isNamed, needsDetail, purposes } from '#shared/rules/claim.ts'
import { limits } from '#shared/rules/limits.ts'
import { useCountries } from '#web/lib/countries.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { DateField, Select, TextField } from '#web/ui/field.tsx'

type Wording = Omit<BodyOf<typeof correctClaim>, 'version' | 'reason'>

/** The beneficiary of a claim. Must be inside the form of a claim or of its correction. */
export function BeneficiaryFields() {
  const { t } = useTranslation()
  const form = useFormContext<Wording>()
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

/** Purpose, period and country of consumption, likewise. */
export function PurposeFields() {
  const { t } = useTranslation()
  const form = useFormContext<Wording>()
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
