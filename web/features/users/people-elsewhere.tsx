import { useTranslation } from 'react-i18next'
import { groupName } from '#shared/rules/groups.ts'
import { site } from '#web/lib/site-config.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { Notice } from '#web/ui/badge.tsx'

/** Where people are administered whose identity provider is not ours, and the groups that count here. */
export function PeopleElsewhere() {
  const { t } = useTranslation()
  const { accountId: own } = useSignedIn()
  const { tenantId, oidc } = site()
  const accountId = own ?? '…'
  return (
    <div className="mb-6">
      <Notice tone="neutral">
        {t('users.elsewhere', {
          provider: new URL(oidc.authority).host,
          member: groupName({ tenantId, accountId, role: 'General' }),
          admin: groupName({ tenantId, accountId, role: 'AccountAdmin' }),
        })}
      </Notice>
    </div>
  )
}
