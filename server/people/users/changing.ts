import { inTenant, type Sql, willAnswer } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { notify, notifyAdminsOf } from '#server/people/notices/notify.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/users.ts'
import { accountRoles } from '#shared/rules/account-roles.ts'
import { because, Failure, invalidAt, nullOn } from '#shared/rules/failure.ts'
import { parseGroup } from '#shared/rules/groups.ts'
import { next } from '#shared/rules/lifecycle/machine.ts'
import { userMachine } from '#shared/rules/lifecycle/people.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { deleteRole, saveRole } from './account-role.store.ts'
import {
  followDirectory,
  lockAdministered,
  noSuchUser,
  refuseElsewhere,
  refuseOneself,
  requireOtherAdmin,
  roleEndsOn,
  roleOf,
  type UserDeps,
  userOf,
} from './administering.ts'
import { accountsNamed, groupRoleOf, roleIn, withoutAccount, withRole } from './groups.ts'
import { changeUser, eraseUser, leaveAccount, type UserChanges } from './user-record.store.ts'
import type { UserRow } from './users.store.ts'

type Update = ValidBodyOf<typeof contract.updateUser>

/**
 * Changes the record, which applies at once, then the directory. If the directory fails, repeat the call: it sends the
 * recorded values again.
 */
export async function updateUser(deps: UserDeps, actor: Actor, update: Update): Promise<contract.User> {
  await followDirectory(deps, actor, update.username)
  const user = await inTenant(deps.sql, actor.tenantId, async (tx) => {
    const user = await lockAdministered(tx, actor, update.username)
    if (user.status === 'DELETED') throw noSuchUser()
    const roleBefore = roleOf(actor.tenantId, user)
    await refuseChangedMeanwhile(tx, actor, `user:${user.username}`, {
      was: update.was,
      now: { ...user, role: roleBefore, roleEndsOn: roleEndsOn(user) ?? null },
      requested: update,
      logged: {
        firstName: 'areNamesChanged',
        lastName: 'areNamesChanged',
        role: user.accountRole === null ? 'groups' : 'role',
      },
    })
    const changes: Changes = {
      ...(await roleChange(tx, actor, user, update)),
      ...endChange(actor, user, update),
      ...(await statusChange(tx, actor, user, update)),
      ...nameChange(actor, user, update),
    }
    const changed = { ...user, ...changes }
    if (Object.keys(changes).length > 0) {
      const { accountRole, roleEndsAt, ...ofRecord } = changes
      const isRoleChanged = accountRole !== undefined || roleEndsAt !== undefined
      await changeUser(tx, actor.tenantId, user.username, ofRecord)
      if (isRoleChanged) await changeRole(tx, actor, changed)
      await audit(tx, actor, {
        act: 'user.update',
        subject: `user:${user.username}`,
        before: {
          status: user.status,
          groups: ofPlace(user.groups, user),
          ...(isRoleChanged && { role: roleBefore, ...endFact(user) }),
        },
        after: {
          status: changed.status,
          groups: ofPlace(changed.groups, user),
          ...(isRoleChanged && { role: roleOf(actor.tenantId, changed), ...endFact(changed) }),
          areNamesChanged: 'firstName' in changes,
        },
      })
      await notifyOfChange(tx, actor, changed, changes)
    }
    willAnswer(tx, userOf(actor, changed))
    return changed
  })
  deps.forgetActors()
  await changeInDirectory(deps, user, update)
  return userOf(actor, user)
}

/**
 * Takes a person with other accounts out of the admin's account alone; for an admin of the registry, and for others:
 * erases the record but for the username, which the audit log needs, then removes the person from the directory. If the
 * directory fails, repeat the call.
 */
export async function deleteUser(
  deps: UserDeps,
  actor: Actor,
  username: string,
  body: ValidBodyOf<typeof contract.deleteUser>,
): Promise<{ message: string }> {
  if (body?.username !== undefined && body.username !== username) {
    throw invalidAt('username', 'must be the same in the address and in the body', because('request.username'))
  }
  const outcome = await inTenant(deps.sql, actor.tenantId, async (tx) => {
    const user = await lockAdministered(tx, actor, username)
    refuseOneself(actor, user, 'delete')
    if (user.status === 'DELETED') return 'was erased'
    const stays = actor.isTenantAdmin ? null : await leave(tx, actor, user)
    if (stays) return stays
    next(userMachine, user.status, 'delete', 'user')
    await requireOtherAdmin(tx, actor.tenantId, user)
    await eraseUser(tx, actor.tenantId, username)
    await audit(tx, actor, {
      act: 'user.delete',
      subject: `user:${username}`,
      before: { status: user.status, groups: user.groups, account: user.accountId },
      after: { status: 'DELETED' },
    })
    willAnswer(tx, deleted)
    return 'is erased'
  })
  deps.forgetActors()
  if (typeof outcome !== 'string') {
    await deps.directory.setGroups(username, outcome.groups)
    return deleted
  }
  const isForgottenNow = await deps.directory.remove(username).then(() => true, nullOn('not_found'))
  if (outcome === 'was erased' && !isForgottenNow) throw noSuchUser()
  return deleted
}

/** Returns the groups that stay; null for a person without another account. */
async function leave(tx: Sql, actor: Actor, user: UserRow): Promise<{ groups: string[] } | null> {
  const { accountId: left, username } = user
  if (left === null) return null
  const groups = withoutAccount(user.groups, left)
  const [accountId] = accountsNamed(groups, actor.tenantId)
  if (accountId === undefined) return null
  await requireOtherAdmin(tx, actor.tenantId, user)
  await leaveAccount(tx, actor.tenantId, username, { left, accountId, groups })
  await audit(tx, actor, { act: 'user.leave', subject: `user:${username}`, before: { account: left } })
  await notify(tx, actor, { user: username }, { kind: 'user.leave', facts: { account: user.account ?? '' } })
  willAnswer(tx, deleted)
  return { groups }
}

/** For a person who lost them. Never the caller's own: a stolen session would need no factor. */
export async function resetFactors(deps: UserDeps, actor: Actor, username: string): Promise<contract.User> {
  const { tenantId } = actor
  const user = await inTenant(deps.sql, tenantId, async (tx) => {
    const user = await lockAdministered(tx, actor, username)
    refuseOneself(actor, user, 'factors')
    if (user.status === 'DELETED') throw noSuchUser()
    return user
  })
  const isReset = await deps.directory.resetFactors(username)
  // Audited afterwards, because the directory may refuse.
  return inTenant(deps.sql, tenantId, async (tx) => {
    if (isReset) {
      await audit(tx, actor, { act: 'user.resetFactors', subject: `user:${username}` })
      const by = `${user.firstName} ${user.lastName}`.trim() || username
      await notify(tx, actor, { user: username }, { kind: 'user.resetFactors', facts: { by } })
      await notifyAdminsOf(tx, tenantId, username, { kind: 'user.resetFactors', facts: { by } })
    }
    const answer = userOf(actor, user)
    willAnswer(tx, answer)
    return answer
  })
}

/** For a stolen sign-in. Never the caller's own: people end those themselves, on a page of the provider. */
export async function endUserSessions(
  deps: UserDeps,
  actor: Actor,
  username: string,
): Promise<ReplyOf<typeof contract.endUserSessions>> {
  const { tenantId } = actor
  const user = await inTenant(deps.sql, tenantId, async (tx) => {
    const user = await lockAdministered(tx, actor, username)
    refuseOneself(actor, user, 'sessions')
    if (user.status === 'DELETED') throw noSuchUser()
    return user
  })
  const ended = await deps.directory.endSessions(username)
  // Audited afterwards, because the directory may refuse.
  return inTenant(deps.sql, tenantId, async (tx) => {
    await audit(tx, actor, { act: 'user.signOut', subject: `user:${username}` })
    await notify(tx, actor, { user: username }, { kind: 'user.signOut', facts: {} })
    const answer = { ...userOf(actor, user), ended }
    willAnswer(tx, answer)
    return answer
  })
}

const deleted = { message: 'User deleted successfully.' }

type Changes = UserChanges & Partial<Pick<UserRow, 'accountRole' | 'roleEndsAt'>>

/** Without the groups of other accounts, which are not for the readers of this one's audit log. */
const ofPlace = (groups: readonly string[], { accountId }: UserRow) =>
  groups.filter((group) => [null, accountId].includes(parseGroup(group)?.accountId ?? null))

const endFact = (user: UserRow) => (user.roleEndsAt === null ? {} : { endsOn: roleEndsOn(user) ?? null })

async function changeRole(tx: Sql, { tenantId }: Actor, changed: UserRow): Promise<void> {
  const { username, accountId, accountRole: role, roleEndsAt: endsAt } = changed
  if (accountId === null) return
  if (role === null) await deleteRole(tx, tenantId, { username, accountId })
  else await saveRole(tx, tenantId, { username, accountId }, { role, at: new Date(), endsAt })
}

async function notifyOfChange(
  tx: Sql,
  actor: Actor,
  changed: UserRow,
  { groups, accountRole, status }: Changes,
): Promise<void> {
  const concerned = { user: changed.username }
  if (groups || accountRole !== undefined) {
    const facts = { role: roleOf(actor.tenantId, changed) }
    await notify(tx, actor, { ...concerned, ofAccount: changed.accountId }, { kind: 'user.role', facts })
  }
  if (status) {
    await notify(tx, actor, concerned, { kind: status === 'SUSPENDED' ? 'user.suspend' : 'user.resume', facts: {} })
  }
}

async function roleChange(tx: Sql, actor: Actor, user: UserRow, { role }: Update): Promise<Changes> {
  const place = { tenantId: actor.tenantId, accountId: user.accountId }
  if (role === undefined || role === roleOf(actor.tenantId, user)) return {}
  refuseOneself(actor, user, 'role')
  if (role === 'TenantAdmin' && !actor.isTenantAdmin) {
    throw new Failure(
      'forbidden',
      'Only an admin of the registry may make another one.',
      because('people.registryAdminOnly'),
    )
  }
  if (role !== 'TenantAdmin' && user.accountId === null) {
    throw new Failure(
      'conflict',
      'This user belongs to no account and can have no role in one.',
      because('people.noRole'),
    )
  }
  if (role !== 'TenantAdmin') await requireOtherAdmin(tx, actor.tenantId, user, role)
  const groupRole = groupRoleOf(role)
  const accountRole = accountRoles.find((each) => each === role) ?? null
  return {
    ...(groupRole !== roleIn(user.groups, place) && { groups: withRole(user.groups, place, groupRole) }),
    ...(accountRole !== user.accountRole && { accountRole, roleEndsAt: null }),
  }
}

const dayMs = 86_400_000

/** Nobody ends, or extends, their own access: they could not give it back. */
function endChange(actor: Actor, user: UserRow, { role, roleEndsOn: day }: Update): Changes {
  if (day === undefined) return {}
  if (day !== null && (role ?? roleOf(actor.tenantId, user)) !== 'Viewer')
    throw invalidAt('roleEndsOn', 'only of a viewer', because('people.endsViewer'))
  if (day === (roleEndsOn(user) ?? null) && (role === undefined || role === user.accountRole)) return {}
  refuseOneself(actor, user, 'role')
  if (day === null) return { roleEndsAt: null }
  const roleEndsAt = new Date(Date.parse(day) + dayMs)
  if (roleEndsAt.valueOf() <= Date.now()) throw invalidAt('roleEndsOn', 'must not be in the past', because('days.past'))
  if (roleEndsAt.valueOf() > Date.now() + limits.roleDays * dayMs)
    throw invalidAt(
      'roleEndsOn',
      `must be within ${limits.roleDays} days`,
      because('people.roleTooLong', { most: limits.roleDays }),
    )
  return { roleEndsAt }
}

async function statusChange(tx: Sql, actor: Actor, user: UserRow, { status }: Update): Promise<UserChanges> {
  if (status === undefined || status === user.status) return {}
  refuseOneself(actor, user, 'status')
  refuseElsewhere(actor, user)
  const to = next(userMachine, user.status, status === 'SUSPENDED' ? 'suspend' : 'resume', 'user')
  if (to === 'SUSPENDED') await requireOtherAdmin(tx, actor.tenantId, user)
  return { status: to }
}

function nameChange(
  actor: Actor,
  user: UserRow,
  { firstName = user.firstName, lastName = user.lastName }: Update,
): UserChanges {
  const isSame = firstName === user.firstName && lastName === user.lastName
  if (!isSame) refuseElsewhere(actor, user)
  return isSame ? {} : { firstName, lastName }
}

async function changeInDirectory({ directory }: UserDeps, user: UserRow, update: Update): Promise<void> {
  if (user.isOnlyAsked) return
  const { username, firstName, lastName } = user
  if (update.firstName !== undefined || update.lastName !== undefined) {
    await directory.setNames(username, { firstName, lastName })
  }
  if (update.role !== undefined) await directory.setGroups(username, user.groups)
  if (update.status === 'SUSPENDED') await directory.suspend(username)
  if (update.status === 'ACTIVE') await directory.resume(username)
}
