import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/use-session.ts'
import { RadioGroup } from '#web/ui/field.tsx'
import { rolesFor } from './roles.ts'

/** One of the roles that the reader may give, each with what it allows. Takes what react-hook-form's `register` gives. */
export function RoleChoice(input: Omit<ComponentProps<typeof RadioGroup>, 'label' | 'choices'>) {
  const { t } = useTranslation()
  const { isTenantAdmin } = useSignedIn()
  return (
    <RadioGroup
      {...input}
      label={t('users.role')}
      choices={rolesFor(isTenantAdmin).map((role) => ({
        value: role,
        label: t(`users.roles.${role}`),
        hint: t(`roles.hint.${role}`),
      }))}
    />
  )
}
