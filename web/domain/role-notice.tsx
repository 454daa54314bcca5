import type { AccountRole } from '#shared/rules/account-roles.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'

/** Why the screen lacks acts. */
export function RoleNotice({ role }: { role: AccountRole }) {
  const { t } = useTranslation()
  return (
    <div className="mb-6">
      <Notice tone="neutral" title={t('accountRoles.own', { role: t(`users.roles.${role}`) })}>
        {t(`accountRoles.hint.${role}`)}
      </Notice>
    </div>
  )
}
