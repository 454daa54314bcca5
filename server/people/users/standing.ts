import type { Requester } from '#server/infra/auth/requester.ts'
import type { VerifiedToken } from '#server/infra/auth/verify-token.ts'
import { inTenant } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notifyAdminsOf } from '#server/people/notices/notify.ts'
import { email, personName } from '#shared/contract/fields.ts'
import { withheldFrom } from '#shared/rules/account-roles.ts'
import { Failure } from '#shared/rules/failure.ts'
import { type Membership, parseGroup } from '#shared/rules/groups.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { recordAddress } from './addresses.ts'
import type { PeopleDeps } from './deps.ts'
import { type PersonRecord, personRecord, type RecordedRole } from './people.store.ts'
import { followToken, insertArrival, takeUpInvitation } from './user-record.store.ts'

export type Standing = Pick<Actor, 'userId' | 'tenantId' | 'accountIds' | 'adminOf' | 'isTenantAdmin' | 'signIn'> & {
  /** Of accounts that the person does not administer. */
  roles: readonly RecordedRole[]
}

/** The rights at a moment: roles end on time, whatever is cached. */
export function rightsAt(
  { roles, ...standing }: Standing,
  now: Date,
): Omit<Standing, 'roles'> & Pick<Actor, 'accountRoles' | 'withheld'> {
  if (roles.length === 0) return standing
  const ended = roles.filter(({ endsAt }) => endsAt !== null && endsAt <= now.valueOf())
  return {
    ...standing,
    accountIds: standing.accountIds.filter((id) => ended.every(({ accountId }) => accountId !== id)),
    accountRoles: Object.fromEntries(roles.map(({ accountId, role }) => [accountId, role])),
    withheld: Object.fromEntries(roles.map(({ accountId, role }) => [accountId, withheldFrom(role)])),
  }
}

const maxTenants = 5

/**
 * A group counts only if its account or tenant exists and the record still has it. Throws `unauthenticated` for a
 * deleted person or without an active tenant, `suspended`.
 */
export async function judge(
  deps: Pick<PeopleDeps, 'sql' | 'config' | 'directory'>,
  token: VerifiedToken,
  siteTenantId: string,
  requester: Requester,
): Promise<Standing> {
  const { tenantId, record } = await tenantActedIn(deps, token, siteTenantId, requester)
  if (record.status === 'DELETED') throw refused(requester, 'the user was deleted')
  if (record.status === 'SUSPENDED') throw new Failure('suspended', 'Your access is suspended. Ask your administrator.')

  const groups = groupsIn(token.groups, tenantId, deps.config.TENANT_ID)
  const isLimited = record.groups !== null && !record.followsToken
  const granted = isLimited ? groups.filter(({ text }) => record.groups?.includes(text)) : groups
  const standing = standingOf(granted, record, { tenantId, userId: token.subject, signIn: token.signIn })
  const texts = groups.map(({ text }) => text)
  await storeRecord(
    deps,
    { ...standing, address: requester.address, requestId: requester.requestId },
    record,
    token.person,
    texts,
  )
  return standing
}

/** Returns a person's rights from the record alone. Null if suspended, deleted or unrecorded. */
export async function standingOnRecord(
  { sql, config }: Pick<InfraDeps, 'sql' | 'config'>,
  tenantId: string,
  username: string,
): Promise<Standing | null> {
  const record = await inTenant(sql, tenantId, (tx) => personRecord(tx, tenantId, username, []))
  if (record.status === null || record.status === 'SUSPENDED' || record.status === 'DELETED') return null
  const groups = groupsIn(record.groups ?? [], tenantId, config.TENANT_ID)
  const recorded = { roles: record.roles, accountIds: accountsOf(groups, 'General') }
  return standingOf(groups, recorded, { tenantId, userId: username })
}

function standingOf(
  granted: readonly Group[],
  recorded: Pick<PersonRecord, 'accountIds' | 'roles'>,
  person: Pick<Standing, 'tenantId' | 'userId' | 'signIn'>,
): Standing {
  const accountIds = accountsOf(granted, 'General').filter((id) => recorded.accountIds.includes(id))
  const adminOf = accountsOf(granted, 'AccountAdmin').filter((id) => accountIds.includes(id))
  return {
    ...person,
    accountIds,
    adminOf,
    isTenantAdmin: granted.some(({ role }) => role === 'TenantAdmin'),
    roles: recorded.roles.filter(({ accountId }) => !adminOf.includes(accountId)),
  }
}

/**
 * Returns the caller's tenant and record. Prefers the requested site's tenant if the token names it, else the first
 * active one named. Without any, it is the site of the sign-in or, if one provider serves all sites, the requested one.
 * A sign-in at a tenant's own site is good only there.
 */
async function tenantActedIn(
  deps: Pick<InfraDeps, 'sql' | 'config'>,
  token: VerifiedToken,
  requestedTenantId: string,
  requester: Requester,
) {
  const configured = deps.config.TENANT_ID
  const home = token.siteTenantId ?? requestedTenantId
  const isAtOwnSite = token.siteTenantId !== null && token.siteTenantId !== configured
  const named = isAtOwnSite ? [] : tenantsIn(token.groups, configured)
  const nearest = named.includes(requestedTenantId) ? [requestedTenantId] : named.slice(0, maxTenants)
  const candidates = named.length === 0 ? [home] : nearest
  for (const tenantId of candidates) {
    const accountIds = accountsOf(groupsIn(token.groups, tenantId, deps.config.TENANT_ID))
    const record = await inTenant(deps.sql, tenantId, (tx) => personRecord(tx, tenantId, token.subject, accountIds))
    if (record.tenantIsActive) return { tenantId, record }
  }
  throw refused(requester, 'its groups name no tenant that is open')
}

function refused(requester: Requester, reason: string): Failure {
  requester.log.warn({ reason }, 'token refused')
  return new Failure('unauthenticated', 'Please sign in again.')
}

/**
 * Creates the record at the first call, marks the sign-in as set up, and copies the token's groups and verified
 * address.
 */
async function storeRecord(
  deps: Pick<PeopleDeps, 'sql' | 'directory'>,
  actor: Actor & Standing,
  record: PersonRecord,
  claimed: VerifiedToken['person'],
  groups: string[],
): Promise<void> {
  const { tenantId, userId: username } = actor
  if (username === null) return
  const subject = `user:${username}`
  const accountId = actor.accountIds[0] ?? null
  if (record.status === null) {
    const listed = await deps.directory.find(username).catch(() => null)
    const person = { language: 'en', ...(listed ?? readable(claimed)), username, accountId, groups }
    await inTenant(deps.sql, tenantId, async (tx) => {
      if (!(await insertArrival(tx, tenantId, person))) return
      await audit(tx, actor, { act: 'user.arrive', subject, after: { account: accountId, groups, status: 'ACTIVE' } })
    })
  } else if (record.status === 'SETUP IN PROGRESS') {
    await inTenant(deps.sql, tenantId, async (tx) => {
      if (!(await takeUpInvitation(tx, tenantId, username))) return
      const before = { status: 'SETUP IN PROGRESS' }
      await audit(tx, actor, { act: 'user.setUp', subject, before, after: { status: 'ACTIVE' } })
      // Without a name, because the record may be erased later.
      await notifyAdminsOf(tx, tenantId, username, { kind: 'user.setUp', facts: {} })
    })
  } else if (record.followsToken && !isSame(record.groups ?? [], groups)) {
    await inTenant(deps.sql, tenantId, async (tx) => {
      if (!(await followToken(tx, tenantId, username, { groups, accountId }))) return
      await audit(tx, actor, { act: 'user.regroup', subject, before: { groups: record.groups }, after: { groups } })
    })
  }
  const stated = verifiedAddress(claimed)
  if (record.email !== null && stated !== null && stated.toLowerCase() !== record.email.toLowerCase()) {
    await inTenant(deps.sql, tenantId, (tx) => recordAddress(tx, { ...actor, userId: username }, stated))
  }
}

function verifiedAddress({ email: address, isEmailVerified }: VerifiedToken['person']): string | null {
  return isEmailVerified ? (email.safeParse(address).data ?? null) : null
}

/** Empties facts that our own forms would refuse. */
function readable({
  email: address,
  ...names
}: VerifiedToken['person']): Omit<VerifiedToken['person'], 'isEmailVerified'> {
  const nameOf = (name: string) => personName.safeParse(name).data ?? ''
  const { firstName, lastName } = names
  return { email: email.safeParse(address).data ?? '', firstName: nameOf(firstName), lastName: nameOf(lastName) }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((group) => others.includes(group))
}

type Group = Membership & { text: string }

/** A bare `TenantAdmin` counts only in the configured tenant. */
function groupsIn(groups: readonly string[], tenantId: string, configuredTenantId: string): Group[] {
  return groups.flatMap((text) => {
    const group = parseGroup(text)
    return group && (group.tenantId ?? configuredTenantId) === tenantId ? [{ ...group, text }] : []
  })
}

/** Tenants with an account come first. */
function tenantsIn(groups: readonly string[], configuredTenantId: string): string[] {
  const parsed = groups.map(parseGroup).filter((group) => group !== null)
  const named = (role: Membership['role']) =>
    parsed.filter((group) => group.role === role).map((group) => group.tenantId ?? configuredTenantId)
  return [...new Set([...named('General'), ...named('TenantAdmin')])]
}

function accountsOf(groups: readonly Group[], role?: Membership['role']): string[] {
  const named = groups.filter((group) => role === undefined || group.role === role)
  return [...new Set(named.flatMap(({ accountId }) => accountId ?? []))]
}
