import { audit } from '#server/audit/audit.ts'
import { inTenant, type Sql } from '#server/db/database.ts'
import { type Page, pageOf, pageSize, placeOf } from '#server/db/pages.ts'
import type { Call } from '#server/http/serve.ts'
import { limitsOf, tenantOf } from '#server/tenants/tenants.ts'
import type { inviteUser, listUsers, User } from '#shared/contract/users.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { administers, lockAdministered, noSuchUser, type UserDeps, userOf } from './administering.ts'
import { groupsOfRole } from './groups.ts'
import {
  accountStatus,
  insertUser,
  isEmailKnown,
  lockUsers,
  type NewUser,
  type UserOrder,
  userByName,
  usersBy,
  usersOfAccount,
} from './users.store.ts'

export type Invited = User & { invitationUrl: string | null }

/** The users whom the caller administers: those of its accounts, or all of the tenant. */
export async function usersOf(
  { sql }: UserDeps,
  actor: Actor,
  query: Call<typeof listUsers>['query'],
): Promise<Page<User>> {
  const limit = pageSize(query.limit)
  const order = orderOf(query.sort ?? 'lastName')
  const after = placeOf(query.cursor)
  const filter = { ...query, accountIds: actor.isTenantAdmin ? null : actor.adminOf }
  const { rows, total } = await inTenant(sql, actor.tenantId, (tx) =>
    usersBy(tx, actor.tenantId, filter, order, after, limit),
  )
  return pageOf(
    rows,
    limit,
    total,
    (row) => userOf(actor, row),
    (row) => ({ value: row.sortValue, id: row.username }),
  )
}

/**
 * Invites a person to an account, with a role up to the caller's own. The directory comes first, for it makes the
 * username; when the record then cannot be written, the person is taken out of the directory again.
 * `conflict` for an e-mail address that is in use, and for an account that has all the users it may have.
 */
export async function invite(
  deps: UserDeps,
  actor: Actor,
  { email, firstName, lastName, language = 'en', ...asked }: Call<typeof inviteUser>['body'],
): Promise<Invited> {
  const { tenantId } = actor
  const place = { tenantId, accountId: await accountToJoin(deps, actor, asked) }
  const groups = groupsOfRole(place, asked.role ?? 'General')
  const { accountUsers } = limitsOf(await tenantOf(deps, tenantId))
  await inTenant(deps.sql, tenantId, async (tx) => {
    if (await isEmailKnown(tx, tenantId, email)) throw emailTaken(email)
    await requireRoom(tx, tenantId, place.accountId, accountUsers)
  })

  const { username, invitationUrl } = await deps.directory.invite({ email, firstName, lastName, language, groups })
  const user = { username, accountId: place.accountId, email, firstName, lastName, language, groups }
  try {
    return { ...(await recordInvitation(deps, actor, user, accountUsers)), invitationUrl }
  } catch (error) {
    await deps.directory.remove(username)
    throw error
  }
}

/** Sends the invitation again; links sent before stop working. `conflict` once the person has set up the sign-in. */
export async function resend(deps: UserDeps, actor: Actor, username: string): Promise<Invited> {
  const user = await inTenant(deps.sql, actor.tenantId, async (tx) => {
    const user = await lockAdministered(tx, actor, username)
    if (user.status === 'DELETED') throw noSuchUser()
    if (user.status !== 'SETUP IN PROGRESS') {
      throw new Failure('conflict', `${user.firstName} ${user.lastName} has set up the sign-in already.`)
    }
    await audit(tx, actor, { act: 'user.resend', subject: `user:${username}` })
    return user
  })
  const { invitationUrl } = await deps.directory.resend(username)
  return { ...userOf(actor, user), invitationUrl }
}

/** Where the invited person will belong: the account asked for, else the caller's own; a tenant admin may have none. */
async function accountToJoin(
  { sql }: UserDeps,
  actor: Actor,
  { accountId, role }: Pick<Call<typeof inviteUser>['body'], 'accountId' | 'role'>,
): Promise<string | null> {
  if (role === 'TenantAdmin' && !actor.isTenantAdmin) {
    throw new Failure('forbidden', 'Only an admin of the registry may invite another one.')
  }
  const wanted = accountId ?? (actor.isTenantAdmin ? actor.accountIds[0] : actor.adminOf[0]) ?? null
  if (wanted === null) {
    if (role === 'TenantAdmin') return null
    throw new Failure('invalid', 'accountId: Required', [{ path: 'accountId', message: 'Required' }])
  }
  const status = administers(actor, wanted) ? await accountStatus(sql, actor.tenantId, wanted) : null
  if (status === null) throw new Failure('not_found', 'There is no such account.')
  if (status === 'rejected' || status === 'suspended') {
    throw new Failure('conflict', `The account is ${status}; nobody can be invited to it.`)
  }
  return wanted
}

/** `conflict` when the account has as many users as one may have here. Who does not belong to an account is not counted. */
async function requireRoom(tx: Sql, tenantId: string, accountId: string | null, atMost: number): Promise<void> {
  if (accountId === null || (await usersOfAccount(tx, tenantId, accountId)) < atMost) return
  throw new Failure('conflict', `An account has at most ${atMost} users here, and this one has them.`)
}

async function recordInvitation({ sql }: UserDeps, actor: Actor, user: NewUser, atMost: number): Promise<User> {
  return inTenant(sql, actor.tenantId, async (tx) => {
    await lockUsers(tx, actor.tenantId)
    await requireRoom(tx, actor.tenantId, user.accountId, atMost)
    if (!(await insertUser(tx, actor.tenantId, user))) throw emailTaken(user.email)
    await audit(tx, actor, {
      act: 'user.invite',
      subject: `user:${user.username}`,
      after: { account: user.accountId, groups: user.groups, status: 'SETUP IN PROGRESS' },
    })
    const row = await userByName(tx, actor.tenantId, user.username)
    if (!row) throw new Error('a user that was just invited is gone')
    return userOf(actor, row)
  })
}

function emailTaken(email: string): Failure {
  return new Failure('conflict', `${email} belongs to a user of this registry already.`)
}

function orderOf(sort: NonNullable<Call<typeof listUsers>['query']['sort']>): UserOrder {
  const isDescending = sort.startsWith('-')
  const by = (isDescending ? sort.slice(1) : sort) as UserOrder['by']
  return { by, isDescending }
}
