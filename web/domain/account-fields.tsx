import { type ReactNode, useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { updateAccount } from '#shared/contract/accounts.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { limits } from '#shared/rules/limits.ts'
import { countriesIn } from '#web/lib/countries.ts'
import { Select, TextField } from '#web/ui/field.tsx'

/** What an organisation says of itself, in the form around it; `children` stand after its name. */
export function AccountFields({ children }: { children?: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { register, formState } = useFormContext<BodyOf<typeof updateAccount>>()
  const { errors } = formState
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  return (
    <>
      <TextField
        label={t('onboarding.name')}
        hint={t('ui.upTo', { count: limits.organisation })}
        maxLength={limits.organisation}
        autoComplete="organization"
        error={errors.name?.message}
        {...register('name')}
      />
      {children}
      <Select
        label={t('onboarding.country')}
        placeholder={t('onboarding.chooseCountry')}
        autoComplete="country"
        choices={countries}
        error={errors.country?.message}
        {...register('country')}
      />
      <TextField
        label={t('onboarding.registrationNumber')}
        optional
        maxLength={limits.registrationNumber}
        error={errors.registrationNumber?.message}
        {...register('registrationNumber')}
      />
      <TextField
        label={t('onboarding.website')}
        optional
        type="url"
        placeholder="https://"
        maxLength={limits.website}
        error={errors.website?.message}
        {...register('website')}
      />
    </>
  )
}
