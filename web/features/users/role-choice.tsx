import type { ComponentProps } from 'react'
import { userRole } from '#shared/contract/users.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { RadioGroup } from '#web/ui/field.tsx'

/** No role above the reader's own. */
export function RoleChoice(input: Omit<ComponentProps<typeof RadioGroup>, 'label' | 'choices'>) {
  const { t } = useTranslation()
  const isWholeRegistry = useSignedIn().reach('user.administer') === 'tenant'
  return (
    <RadioGroup
      {...input}
      label={t('users.role')}
      choices={userRole.options
        .filter((role) => isWholeRegistry || role !== 'TenantAdmin')
        .map((role) => ({
          value: role,
          label: t(`users.roles.${role}`),
          hint: t(`roles.hint.${role}`),
        }))}
    />
  )
}
