import type { ComponentProps } from 'react'
import { groupRole, type UserRole } from '#shared/contract/users.ts'
import { type AccountRole, accountRoles } from '#shared/rules/account-roles.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { RadioGroup } from '#web/ui/field.tsx'

/** No role above the reader's own; `isRecorded` offers also those that the registry records for members of an account. */
export function RoleChoice({
  isRecorded = false,
  ...input
}: { isRecorded?: boolean } & Omit<ComponentProps<typeof RadioGroup>, 'label' | 'choices'>) {
  const { t } = useTranslation()
  const isWholeRegistry = useSignedIn().reach('user.administer') === 'tenant'
  return (
    <RadioGroup
      {...input}
      label={t('users.role')}
      choices={(isRecorded ? byRights : groupRole.options)
        .filter((role) => isWholeRegistry || role !== 'TenantAdmin')
        .map((role) => ({
          value: role,
          label: t(`users.roles.${role}`),
          hint: t(isRecordedRole(role) ? `accountRoles.hint.${role}` : `roles.hint.${role}`),
        }))}
    />
  )
}

const isRecordedRole = (role: UserRole): role is AccountRole => accountRoles.some((each) => each === role)

/** From reading alone to the whole registry. */
const byRights = [
  'Viewer',
  'Operator',
  'Approver',
  'General',
  'AccountAdmin',
  'TenantAdmin',
] as const satisfies UserRole[]
