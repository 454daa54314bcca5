import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { updateAccount } from '#shared/contract/accounts.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { limits } from '#shared/rules/limits.ts'
import { useCountries } from '#web/lib/countries.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Select, TextField } from '#web/ui/field.tsx'

export function AccountFields({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const field = fieldsOf(useFormContext<BodyOf<typeof updateAccount>>())
  return (
    <>
      <TextField
        label={t('onboarding.name')}
        upTo={limits.organisation}
        autoComplete="organization"
        {...field('name')}
      />
      {children}
      <Select
        label={t('onboarding.country')}
        placeholder={t('onboarding.chooseCountry')}
        autoComplete="country"
        choices={useCountries()}
        {...field('country')}
      />
      <TextField
        label={t('onboarding.registrationNumber')}
        optional
        maxLength={limits.registrationNumber}
        {...field('registrationNumber')}
      />
      <TextField
        label={t('onboarding.website')}
        optional
        type="url"
        placeholder="https://"
        maxLength={limits.website}
        {...field('website')}
      />
    </>
  )
}
