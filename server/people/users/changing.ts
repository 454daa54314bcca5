import { inTenant, type Sql, willAnswer } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { notify, notifyAdminsOf } from '#server/people/notices/notify.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/users.ts'
import { because, Failure, invalidAt, nullOn } from '#shared/rules/failure.ts'
import { next } from '#shared/rules/lifecycle/machine.ts'
import { userMachine } from '#shared/rules/lifecycle/people.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import {
  followDirectory,
  lockAdministered,
  noSuchUser,
  refuseOneself,
  requireOtherAdmin,
  type UserDeps,
  userOf,
} from './administering.ts'
import { roleIn, withRole } from './groups.ts'
import { changeUser, eraseUser, type UserChanges } from './user-record.store.ts'
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
    await refuseChangedMeanwhile(tx, actor, `user:${user.username}`, {
      was: update.was,
      now: { ...user, role: roleIn(user.groups, { tenantId: actor.tenantId, accountId: user.accountId }) },
      requested: update,
      logged: { firstName: 'areNamesChanged', lastName: 'areNamesChanged', role: 'groups' },
    })
    const changes = {
      ...(await roleChange(tx, actor, user, update)),
      ...(await statusChange(tx, actor, user, update)),
      ...nameChange(user, update),
    }
    const changed = { ...user, ...changes }
    if (Object.keys(changes).length > 0) {
      await changeUser(tx, actor.tenantId, user.username, changes)
      await audit(tx, actor, {
        act: 'user.update',
        subject: `user:${user.username}`,
        before: { status: user.status, groups: user.groups },
        after: { status: changed.status, groups: changed.groups, areNamesChanged: 'firstName' in changes },
      })
      await notifyOfChange(tx, actor, user, changes)
    }
    willAnswer(tx, userOf(actor, changed))
    return changed
  })
  deps.forgetActors()
  await changeInDirectory(deps, user, update)
  return userOf(actor, user)
}

/**
 * Erases the record but for the username, which the audit log needs, then removes the person from the directory. If the
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
  const isErasedNow = await inTenant(deps.sql, actor.tenantId, async (tx) => {
    const user = await lockAdministered(tx, actor, username)
    refuseOneself(actor, user, 'delete')
    if (user.status === 'DELETED') return false
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
    return true
  })
  deps.forgetActors()
  const isForgottenNow = await deps.directory.remove(username).then(() => true, nullOn('not_found'))
  if (!isErasedNow && !isForgottenNow) throw noSuchUser()
  return deleted
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

async function notifyOfChange(tx: Sql, actor: Actor, user: UserRow, { groups, status }: UserChanges): Promise<void> {
  const concerned = { user: user.username }
  if (groups) {
    const role = roleIn(groups, { tenantId: actor.tenantId, accountId: user.accountId })
    await notify(tx, actor, concerned, { kind: 'user.role', facts: { role } })
  }
  if (status) {
    await notify(tx, actor, concerned, { kind: status === 'SUSPENDED' ? 'user.suspend' : 'user.resume', facts: {} })
  }
}

async function roleChange(tx: Sql, actor: Actor, user: UserRow, { role }: Update): Promise<UserChanges> {
  const place = { tenantId: actor.tenantId, accountId: user.accountId }
  const current = roleIn(user.groups, place)
  if (role === undefined || role === current) return {}
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
  return { groups: withRole(user.groups, place, role) }
}

async function statusChange(tx: Sql, actor: Actor, user: UserRow, { status }: Update): Promise<UserChanges> {
  if (status === undefined || status === user.status) return {}
  refuseOneself(actor, user, 'status')
  const to = next(userMachine, user.status, status === 'SUSPENDED' ? 'suspend' : 'resume', 'user')
  if (to === 'SUSPENDED') await requireOtherAdmin(tx, actor.tenantId, user)
  return { status: to }
}

function nameChange(user: UserRow, { firstName = user.firstName, lastName = user.lastName }: Update): UserChanges {
  const isSame = firstName === user.firstName && lastName === user.lastName
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
