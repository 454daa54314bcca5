/**
 * Account, user and roles of a person, read from the groups of the token (specification, sections 3 and 6). The functions up
 * to `isAccountAdmin` decide what the web app shows, exactly as specified. The ones from `parseGroup` on decide what the
 * server grants: they compare whole segments, so that a group that only looks alike grants nothing.
 */

/** The signed-in user record that the browser keeps: an id token and a profile with `sub` and a list of groups. */
export type SignedInRecord = {
  id_token?: string | undefined
  profile: { sub: string } & Record<string, unknown>
}

export type Role = 'General' | 'AccountAdmin' | 'TenantAdmin'

/** A group in its parts. A tenant admin's group names no account; a bare `TenantAdmin` names no tenant either. */
export type Membership =
  | { tenantId: string; accountId: string; role: 'General' | 'AccountAdmin' }
  | { tenantId: string | null; accountId: null; role: 'TenantAdmin' }

/** The claim that carries the groups unless OIDC_GROUPS_CLAIM says otherwise. */
const DEFAULT_GROUPS_CLAIM = 'groups'

/** More groups than any person of a registry has; a token with more is refused. */
export const MAX_GROUPS = 500
const MAX_GROUP_LENGTH = 256

const SEPARATOR = '|'
const SEGMENT = /^[A-Za-z0-9_-]{1,64}$/

/** How every record of oidc-client-ts begins, whatever the provider. */
export const oidcUserPrefix = 'oidc.user:'

/** Where oidc-client-ts keeps the signed-in record in the browser's storage. */
export function oidcUserKey(authority: string, clientId: string): string {
  return `${oidcUserPrefix}${authority}:${clientId}`
}

/**
 * The groups that a token or profile carries under a claim: named exactly (`groups`, `cognito:groups`) or as a dotted
 * path (`realm_access.roles`). Returns an empty list without such a claim, and null if it is anything but a list of at most
 * {@link MAX_GROUPS} strings, or, with a delimiter, one text with that between them. Keycloak writes a nested group as its full path: `/ocean/reef/General` becomes
 * `ocean|reef|General`. Any other string is left as it is.
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

/** An id token's `iat`, in seconds; null if it cannot be read. */
export function beginOf(idToken: string | undefined): number | null {
  const iat = idToken === undefined ? undefined : payloadOf(idToken)?.iat
  return typeof iat === 'number' ? iat : null
}

/** An id token's `exp`, in seconds; null if it cannot be read. */
export function endOf(idToken: string | undefined): number | null {
  const exp = idToken === undefined ? undefined : payloadOf(idToken)?.exp
  return typeof exp === 'number' ? exp : null
}

/** Whether an id token's `exp` is earlier than `now` (milliseconds). A token that cannot be read counts as expired. */
export function isExpired(idToken: string | undefined, now: number): boolean {
  const end = endOf(idToken)
  return end === null || end < now / 1000
}

/** The second segment of the first group ending in `|General`; null if the token is expired or there is none. */
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

/** The profile's `sub`; null when nobody is signed in. */
export function userId(record: SignedInRecord | null): string | null {
  return record?.profile.sub ?? null
}

/** Whether the web app shows the screens of tenant admins: for a group `TenantAdmin` or one that ends in `|TenantAdmin`. */
export function isTenantAdmin(groups: readonly string[]): boolean {
  return groups.some((group) => group === 'TenantAdmin' || group.endsWith('|TenantAdmin'))
}

/** Whether the groups hold exactly `{tenant}|{account}|AccountAdmin`. */
export function isAccountAdmin(groups: readonly string[], tenantId: string, accountId: string | null): boolean {
  return accountId !== null && groups.includes(groupName({ tenantId, accountId, role: 'AccountAdmin' }))
}

/** Returns what the server grants for a group; null for anything that is not exactly one of the known forms. */
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

/** A membership as the group string that a token carries. */
export function groupName({ tenantId, accountId, role }: Membership): string {
  return [tenantId, accountId, role].filter((segment) => segment !== null).join(SEPARATOR)
}

/**
 * Whether the server treats the bearer of these groups as admin of a tenant. A bare `TenantAdmin` counts for the
 * deployment's configured tenant only.
 */
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

/** The claims of a JWT, not verified: the browser only reads when its own token ends. Returns null if it cannot be read. */
function payloadOf(token: string): Record<string, unknown> | null {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(payload) ? payload : null
  } catch {
    return null
  }
}
