import { groupName } from '#shared/rules/groups.ts'
import { site } from '#web/lib/site-config.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'

/** For an external identity provider. */
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
