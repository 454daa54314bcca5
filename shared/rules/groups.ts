import { isExpired, type SignedInRecord } from './signed-in-record.ts'

/**
 * Account, user and roles from the token's groups (specification, sections 3 and 6). Functions up to `isAccountAdmin`
 * decide what the web app shows. From `parseGroup` on they decide what the server grants, and compare whole segments: a
 * look-alike group grants nothing.
 */

export type Role = 'General' | 'AccountAdmin' | 'TenantAdmin'

/** A parsed group. A bare `TenantAdmin` has no tenant. */
export type Membership =
  | { tenantId: string; accountId: string; role: 'General' | 'AccountAdmin' }
  | { tenantId: string | null; accountId: null; role: 'TenantAdmin' }

/** The default of OIDC_GROUPS_CLAIM. */
const DEFAULT_GROUPS_CLAIM = 'groups'

/** A token with more groups is refused. */
export const MAX_GROUPS = 500
const MAX_GROUP_LENGTH = 256

const SEPARATOR = '|'
const SEGMENT = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Returns the groups under a claim, named exactly (`cognito:groups`) or as a dotted path (`realm_access.roles`): empty
 * without the claim, null unless it is a list (with a delimiter, a string) of at most {@link MAX_GROUPS}. Keycloak's
 * `/ocean/reef/General` becomes `ocean|reef|General`.
 */
export function groupsOf(
  claims: Record<string, unknown>,
  claim: string = DEFAULT_GROUPS_CLAIM,
  delimiter: string | null = null,
): string[] | null {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : memberAt(claims, claim.split('.'))
  const groups = typeof found === 'string' && delimiter !== null ? textsIn(found, delimiter) : found
  if (groups === undefined) return []
  if (!Array.isArray(groups) || groups.length > MAX_GROUPS) return null
  return groups.every(isGroupText) ? groups.map(fromPath) : null
}

/** The second segment of the first group ending in `|General`; null if expired or absent. */
export function currentAccountId(
  record: SignedInRecord | null,
  now: number,
  groupsClaim: string = DEFAULT_GROUPS_CLAIM,
  groupsDelimiter: string | null = null,
): string | null {
  if (!record || isExpired(record.id_token, now)) return null
  const general = groupsOf(record.profile, groupsClaim, groupsDelimiter)?.find((group) => group.endsWith('|General'))
  return general?.split(SEPARATOR)[1] ?? null
}

export function userId(record: SignedInRecord | null): string | null {
  return record?.profile.sub ?? null
}

/** Whether the web app shows tenant admin screens. */
export function isTenantAdmin(groups: readonly string[]): boolean {
  return groups.some((group) => group === 'TenantAdmin' || group.endsWith('|TenantAdmin'))
}

/** The accounts of the tenant of which groups make the person a member, the first one first. */
export function accountsShown(groups: readonly string[], tenantId: string): string[] {
  return groups.flatMap((group) => {
    const [tenant, accountId, role] = group.split(SEPARATOR)
    return tenant === tenantId && accountId && role === 'General' ? [accountId] : []
  })
}

export function isAccountAdmin(groups: readonly string[], tenantId: string, accountId: string | null): boolean {
  return accountId !== null && groups.includes(groupName({ tenantId, accountId, role: 'AccountAdmin' }))
}

/** Returns what the server grants; null unless the group has exactly a known form. */
export function parseGroup(group: string): Membership | null {
  const segments = group.split(SEPARATOR)
  const role = segments.pop()
  const [tenantId, accountId] = segments
  if (!segments.every((segment) => SEGMENT.test(segment))) return null
  if (role === 'TenantAdmin' && segments.length <= 1) return { tenantId: tenantId ?? null, accountId: null, role }
  if ((role === 'General' || role === 'AccountAdmin') && tenantId && accountId && segments.length === 2) {
    return { tenantId, accountId, role }
  }
  return null
}

export function groupName({ tenantId, accountId, role }: Membership): string {
  return [tenantId, accountId, role].filter((segment) => segment !== null).join(SEPARATOR)
}

/** A bare `TenantAdmin` counts for the configured tenant only. */
export function isTenantAdminOf(groups: readonly string[], tenantId: string, configuredTenantId: string): boolean {
  return groups.some((group) => {
    const membership = parseGroup(group)
    return membership?.role === 'TenantAdmin' && (membership.tenantId ?? configuredTenantId) === tenantId
  })
}

const PATH = /^(\/[A-Za-z0-9_-]{1,64}){1,2}\/(General|AccountAdmin|TenantAdmin)$/

function fromPath(group: string): string {
  return PATH.test(group) ? group.slice(1).replaceAll('/', SEPARATOR) : group
}

function textsIn(text: string, delimiter: string): string[] {
  return text
    .split(delimiter)
    .map((group) => group.trim())
    .filter((group) => group !== '')
}

function isGroupText(group: unknown): group is string {
  return typeof group === 'string' && group.length <= MAX_GROUP_LENGTH
}

function memberAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (holder, name) => (isRecord(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined),
    value,
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
