import { parseGroup } from '#shared/rules/groups.ts'
import { site } from '#web/lib/site-config.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that words a token's group; `nameOf` returns undefined for an unknown account. */
export function useGroupInWords(): (group: string, nameOf: (accountId: string) => string | undefined) => string {
  const { t } = useTranslation()
  const { tenantId } = site()
  return (group, nameOf) => {
    const membership = parseGroup(group)
    if (membership === null || (membership.tenantId ?? tenantId) !== tenantId) return t('profile.noRoleHere', { group })
    if (membership.role === 'TenantAdmin') return t('profile.registryAdmin')
    const account = nameOf(membership.accountId) ?? membership.accountId
    return t(membership.role === 'General' ? 'profile.member' : 'profile.adminOf', { account })
  }
}
