import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { User, UserRole } from '#shared/contract/users.ts'
import { lastDayOf } from '#shared/rules/auditor-link.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { groupName } from '#shared/rules/groups.ts'
import { actsIn } from '#shared/rules/lifecycle/machine.ts'
import { userMachine } from '#shared/rules/lifecycle/people.ts'
import { type Actor, mayReach } from '#shared/rules/permissions.ts'
import type { PeopleDeps } from './deps.ts'
import { accountsNamed, roleIn } from './groups.ts'
import { changeUser } from './user-record.store.ts'
import { lockUsers, otherAdmins, type SeenAccounts, type UserRow, userByName } from './users.store.ts'

export type UserDeps = Pick<PeopleDeps, 'sql' | 'directory'> & { forgetActors: () => void }

/** `accountId` null: the users without an account. */
export function administers(actor: Actor, accountId: string | null): boolean {
  return actor.isTenantAdmin || (accountId !== null && actor.adminOf.includes(accountId))
}

/** In whose people the caller may look. */
export function seenBy({ isTenantAdmin, adminOf }: Actor): SeenAccounts {
  return isTenantAdmin ? null : adminOf
}

/**
 * Returns a user and locks all users of the tenant. Throws `not_found` if the caller does not administer the user,
 * `forbidden` if only the user is a tenant admin.
 */
export async function lockAdministered(tx: Sql, actor: Actor, username: string): Promise<UserRow> {
  await lockUsers(tx, actor.tenantId)
  await requireStanding(tx, actor)
  const user = await userByName(tx, actor.tenantId, username, seenBy(actor))
  if (!user || !administers(actor, user.accountId)) throw noSuchUser()
  if (!actor.isTenantAdmin && roleIn(user.groups, { ...user, tenantId: actor.tenantId }) === 'TenantAdmin') {
    throw new Failure(
      'forbidden',
      'This user administers the whole registry; only another such admin may change that.',
      because('people.registryAdmin'),
    )
  }
  return user
}

/** Marks an invited user as active if the directory does: until the first call only the directory knows. */
export async function followDirectory({ sql, directory }: UserDeps, actor: Actor, username: string): Promise<void> {
  const { tenantId } = actor
  const user = await inTenant(sql, tenantId, (tx) => userByName(tx, tenantId, username, seenBy(actor)))
  if (user?.status !== 'SETUP IN PROGRESS' || !administers(actor, user.accountId)) return
  const person = await directory.find(username)
  if (person?.status !== 'ACTIVE') return
  await inTenant(sql, tenantId, async (tx) => {
    await lockUsers(tx, tenantId)
    const status = (await userByName(tx, tenantId, username, null))?.status
    if (status !== 'SETUP IN PROGRESS') return
    await changeUser(tx, tenantId, username, { status: 'ACTIVE' })
    // The user did this, from an unknown network address.
    await audit(
      tx,
      { ...actor, userId: username, address: '' },
      { act: 'user.setUp', subject: `user:${username}`, before: { status }, after: { status: 'ACTIVE' } },
    )
  })
}

/** Another admin may just have suspended or deleted the caller. */
async function requireStanding(tx: Sql, actor: Actor): Promise<void> {
  const own = actor.userId === null ? null : await userByName(tx, actor.tenantId, actor.userId, null)
  if (own?.status === 'DELETED' || own?.status === 'SUSPENDED') {
    throw new Failure('forbidden', 'Your access has just been ended by another admin.', because('access.ended'))
  }
}

/**
 * Throws `last_admin` if the account or tenant would lose its last active admin. `staysAs`: the role that the user
 * keeps.
 */
export async function requireOtherAdmin(tx: Sql, tenantId: string, user: UserRow, staysAs?: UserRole): Promise<void> {
  const role = roleIn(user.groups, { ...user, tenantId })
  const tenantAdmin = groupName({ tenantId, accountId: null, role: 'TenantAdmin' })
  if (role === 'TenantAdmin') {
    const others = await otherAdmins(tx, tenantId, null, [tenantAdmin, 'TenantAdmin'], user.username)
    if (others === 0n) throw lastAdmin(null)
  }
  if (role === 'General' || staysAs === 'AccountAdmin' || user.accountId === null) return
  const accountAdmin = groupName({ tenantId, accountId: user.accountId, role: 'AccountAdmin' })
  const others = await otherAdmins(tx, tenantId, user.accountId, [accountAdmin, tenantAdmin], user.username)
  if (others === 0n) throw lastAdmin(user.account ?? 'the account')
}

const toOneself = {
  delete: 'delete yourself',
  role: 'change your own role',
  status: 'suspend or resume yourself',
  factors: 'remove your own second factors here',
  sessions: 'end your own sessions here',
} as const

export function refuseOneself(actor: Actor, user: UserRow, what: keyof typeof toOneself): void {
  if (user.username !== actor.userId) return
  throw new Failure('oneself', `You cannot ${toOneself[what]}; another admin can.`, because(`oneself.${what}`))
}

/** Names and suspension hold in all accounts of a person. Throws `forbidden` to an admin of some of them. */
export function refuseElsewhere(actor: Actor, user: UserRow): void {
  if (administersAll(actor, user)) return
  throw new Failure(
    'forbidden',
    'This person also works for an account that you do not administer. Take the person out of your account, or ask an admin of the registry.',
    because('people.alsoElsewhere'),
  )
}

function administersAll(actor: Actor, { groups }: Pick<UserRow, 'groups'>): boolean {
  return accountsNamed(groups, actor.tenantId).every((accountId) => administers(actor, accountId))
}

export function noSuchUser(): Failure {
  return new Failure('not_found', 'There is no such user.', because('noSuch.user'))
}

function lastAdmin(whose: string | null): Failure {
  return new Failure(
    'last_admin',
    `This is the last admin of ${whose ?? 'the registry'}. Make somebody else its admin first, who has set up the sign-in.`,
    whose === null ? because('people.lastRegistryAdmin') : because('people.lastAdmin', { account: whose }),
  )
}

/** The recorded role counts for members alone. */
export function roleOf(tenantId: string, { groups, accountId, accountRole }: UserRow): UserRole {
  const role = roleIn(groups, { tenantId, accountId })
  return role === 'General' ? (accountRole ?? role) : role
}

/** The last day of a viewer's access. */
export function roleEndsOn({ roleEndsAt }: Pick<UserRow, 'roleEndsAt'>): string | undefined {
  return roleEndsAt === null ? undefined : lastDayOf(roleEndsAt.toISOString())
}

/** Returns a user as admins see it. Throws `not_found` for a deleted user. */
export function userOf(actor: Actor, row: UserRow): User {
  const { username, firstName, lastName, email, status, accountId, account } = row
  if (status === 'DELETED') throw noSuchUser()
  return {
    username,
    firstName,
    lastName,
    email,
    status,
    role: roleOf(actor.tenantId, row),
    roleEndsOn: roleEndsOn(row),
    accountId,
    account,
    createdAt: row.createdAt.toISOString(),
    ...(row.isMailRefused && { isMailRefused: true as const }),
    isSelf: username === actor.userId,
    acts: actsOn(actor, row),
  }
}

/** The caller may not act on itself, and an account admin not on a tenant admin. */
function actsOn(actor: Actor, { username, accountId, groups, status }: UserRow): User['acts'] {
  const place = { tenantId: actor.tenantId, accountId }
  const isAbove = roleIn(groups, place) === 'TenantAdmin' && !actor.isTenantAdmin
  if (username === actor.userId || isAbove || !mayReach(actor, 'user.administer', place)) return []
  const mayChange = administersAll(actor, { groups })
  const changes = actsIn(userMachine, status).filter((act) => mayChange || (act !== 'suspend' && act !== 'resume'))
  const more = actor.isTenantAdmin && status === 'ACTIVE' ? (['resetFactors'] as const) : []
  return ['edit', ...changes.map((act) => (act === 'setUp' ? 'resend' : act)), ...more]
}
