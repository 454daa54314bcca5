import type { UserRole } from '#shared/contract/users.ts'
import { groupName, parseGroup, type Role } from '#shared/rules/groups.ts'

export type Place = { tenantId: string; accountId: string | null }

/** A tenant admin with an account administers that account too. */
export function groupsOfRole({ tenantId, accountId }: Place, role: Role): string[] {
  const groups: string[] = []
  if (accountId !== null) groups.push(groupName({ tenantId, accountId, role: 'General' }))
  if (accountId !== null && role !== 'General') groups.push(groupName({ tenantId, accountId, role: 'AccountAdmin' }))
  if (role === 'TenantAdmin') groups.push(groupName({ tenantId, accountId: null, role }))
  return groups
}

/** Replaces the role in this place; groups of other accounts stay, and the first account stays the first. */
export function withRole(groups: readonly string[], place: Place, role: Role): string[] {
  const isHere = (group: string) => parseGroup(group)?.accountId === place.accountId
  const stays = (group: string) => {
    const held = parseGroup(group)
    return held !== null && held.role !== 'TenantAdmin' && held.accountId !== place.accountId
  }
  const first = groups.findIndex(isHere)
  const at = first === -1 ? groups.length : first
  return [...groups.slice(0, at).filter(stays), ...groupsOfRole(place, role), ...groups.slice(at).filter(stays)]
}

/** Without the account: its groups are gone, the others stay as they are. */
export function withoutAccount(groups: readonly string[], accountId: string): string[] {
  return groups.filter((group) => parseGroup(group)?.accountId !== accountId)
}

/** The accounts of the tenant to which groups of members name the person, the first one first. */
export function accountsNamed(groups: readonly string[], tenantId: string): string[] {
  return groups.flatMap((group) => {
    const held = parseGroup(group)
    return held?.role === 'General' && held.tenantId === tenantId ? [held.accountId] : []
  })
}

/** The group role that goes with a role. */
export function groupRoleOf(role: UserRole): Role {
  return role === 'AccountAdmin' || role === 'TenantAdmin' ? role : 'General'
}

/** Returns the highest role in this place. */
export function roleIn(groups: readonly string[], { tenantId, accountId }: Place): Role {
  const held = groups.map(parseGroup).filter((group) => group !== null)
  if (held.some((group) => group.role === 'TenantAdmin' && (group.tenantId ?? tenantId) === tenantId)) {
    return 'TenantAdmin'
  }
  const isAdmin = held.some(
    (group) => group.role === 'AccountAdmin' && group.tenantId === tenantId && group.accountId === accountId,
  )
  return isAdmin ? 'AccountAdmin' : 'General'
}
