import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { accountKind, createAccount } from '#shared/contract/accounts.ts'
import { limits } from '#shared/rules/limits.ts'
import { CallError } from '#web/lib/call.ts'
import { countriesIn } from '#web/lib/countries.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useRenewal } from '#web/lib/use-sign-in.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Card, Page } from '#web/ui/page.tsx'

/** Registers the organisation, then fetches a token that names it; so does who has registered it elsewhere meanwhile. */
export function AccountForm({ onRegistered }: { onRegistered: () => void }) {
  const { t, i18n } = useTranslation()
  const renew = useRenewal(onRegistered)
  const { act, failure } = useAct(createAccount, {
    onFailure: (_, error) => {
      if (error instanceof CallError && error.code === 'already_registered') void renew()
    },
  })
  const form = useSchemaForm(createAccount.body, {
    name: '',
    type: 'proponent',
    country: '',
    registrationNumber: '',
    website: '',
  })
  const { errors } = form.formState
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])

  return (
    <Page title={t('onboarding.title')} lead={t('onboarding.lead')} narrow>
      <Card>
        <Form
          form={form}
          failure={failure}
          onSubmit={async (body) => {
            if (await act({ body })) await renew()
          }}
        >
          <TextField
            label={t('onboarding.name')}
            hint={t('ui.upTo', { count: limits.organisation })}
            maxLength={limits.organisation}
            autoComplete="organization"
            error={errors.name?.message}
            {...form.register('name')}
          />
          <Select
            label={t('onboarding.type')}
            choices={accountKind.options.map((kind) => ({ value: kind, label: t(`accounts.kind.${kind}`) }))}
            error={errors.type?.message}
            {...form.register('type')}
          />
          <Select
            label={t('onboarding.country')}
            placeholder={t('onboarding.chooseCountry')}
            autoComplete="country"
            choices={countries}
            error={errors.country?.message}
            {...form.register('country')}
          />
          <TextField
            label={t('onboarding.registrationNumber')}
            optional
            maxLength={limits.registrationNumber}
            error={errors.registrationNumber?.message}
            {...form.register('registrationNumber')}
          />
          <TextField
            label={t('onboarding.website')}
            optional
            type="url"
            placeholder="https://"
            maxLength={limits.website}
            error={errors.website?.message}
            {...form.register('website')}
          />
          <Actions>
            <SubmitButton>{t('onboarding.submit')}</SubmitButton>
          </Actions>
        </Form>
      </Card>
    </Page>
  )
}
