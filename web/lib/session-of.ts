import { accountsShown, currentAccountId, groupsOf, isAccountAdmin, isTenantAdmin } from '#shared/rules/groups.ts'
import { type Act, type Role, widestReach } from '#shared/rules/permissions.ts'
import type { SignedInRecord } from '#shared/rules/signed-in-record.ts'
import { acting, type Session } from './session.ts'
import { site } from './site-config.ts'
import { siteStorage } from './site-storage.ts'

export function sessionOf(record: SignedInRecord, now: number): Session {
  const { tenantId, oidc } = site()
  const accountId = acting.accountId ?? currentAccountId(record, now, oidc.groupsClaim, oidc.groupsDelimiter)
  const groups = groupsIn(record)
  const roles: Role[] = accountId === null ? ['newcomer'] : ['member']
  if (isAccountAdmin(groups, tenantId, accountId)) roles.push('accountAdmin')
  if (isTenantAdmin(groups)) roles.push('tenantAdmin')
  const reach = (act: Act) => widestReach(roles, act)
  return {
    userId: record.profile.sub,
    accountId,
    accounts: accountsIn(record),
    groups,
    reach,
    may: (act) => reach(act) !== 'none',
    profile: record.profile,
  }
}

/** Of which the record's groups make the person a member, the first one first. */
export function accountsIn(record: SignedInRecord): string[] {
  return accountsShown(groupsIn(record), site().tenantId)
}

/**
 * Names the owner of drafts and stored requests. The account that this browser saw first keeps the person's bare name:
 * another one never takes over what was made for the first, even after the person has left the first.
 */
export function ownerIn(sub: string, accountId: string): string {
  const name = `account.first.${sub}`
  const first = siteStorage.getItem(name) ?? accountId
  siteStorage.setItem(name, first)
  return first === accountId ? sub : `${sub} ${accountId}`
}

function groupsIn({ profile }: SignedInRecord): string[] {
  const { groupsClaim, groupsDelimiter } = site().oidc
  return groupsOf(profile, groupsClaim, groupsDelimiter) ?? []
}
