import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import { limitsOf, tenantOf } from '#server/people/tenants/tenants.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { inviteUser, User } from '#shared/contract/users.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { parseGroup } from '#shared/rules/groups.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { administers, followDirectory, lockAdministered, noSuchUser, type UserDeps, userOf } from './administering.ts'
import type { Invitation } from './directory.ts'
import { groupsOfRole, roleIn } from './groups.ts'
import { insertMailedNotice, ownerOf } from './own-accounts.store.ts'
import { admitUser, insertInvited, type NewUser } from './user-record.store.ts'
import {
  accountName,
  accountStatus,
  isEmailKnown,
  isOfAccount,
  lockUsers,
  type UserRow,
  userByName,
  usersOfAccount,
} from './users.store.ts'

export type Invited = User & { invitationUrl: string | null }

/** `atMost` users fit into the account. */
type ToAccount = Invitation & { accountId: string | null; atMost: number }

/**
 * Invites a person to an account, with a role up to the caller's own. A tenant admin may omit the account: the person
 * registers an organisation. Throws `conflict` for a full or closed account, `email_taken` to a tenant admin or within
 * the account. For other known addresses an account admin gets the usual answer, and the owner a letter and
 * an invitation to accept.
 */
export async function invite(
  deps: UserDeps,
  actor: Actor,
  { email, firstName, lastName, language = 'en', ...choice }: ValidBodyOf<typeof inviteUser>,
): Promise<Invited> {
  const { tenantId } = actor
  const accountId = await accountToJoin(deps, actor, choice)
  const groups = groupsOfRole({ tenantId, accountId }, choice.role ?? 'General')
  const { accountUsers: atMost } = limitsOf(await tenantOf(deps, tenantId))
  const invitation = { tenantId, email, firstName, lastName, language, groups, accountId, atMost }
  try {
    return await inviteNew(deps, actor, invitation)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'email_taken' || actor.isTenantAdmin) throw error
    return inviteKnown(deps, actor, invitation, error)
  }
}

/**
 * The directory makes the username: a new person goes there first, and is removed if the record fails. A person already
 * there gets the groups last.
 */
async function inviteNew(
  deps: UserDeps,
  actor: Actor,
  { accountId, atMost, ...invitation }: ToAccount,
): Promise<Invited> {
  const { tenantId, isTenantAdmin } = actor
  const { email, groups } = invitation
  await inTenant(deps.sql, tenantId, async (tx) => {
    // Only a tenant admin may choose the account of a person who registered alone.
    if (await isEmailKnown(tx, tenantId, email, { alsoUnattached: !isTenantAdmin })) throw emailTaken(email)
    await requireRoom(tx, tenantId, accountId, atMost)
  })
  const { isNew, invitationUrl, ...person } = await addToDirectory(deps, actor, invitation)
  try {
    const invited = await recordInvitation(deps, actor, { ...person, accountId }, atMost, invitationUrl)
    if (!isNew) await deps.directory.setGroups(person.username, groups)
    return invited
  } catch (error) {
    // A concurrent invitation may have recorded this person.
    if (isNew && !(await recordOf(deps, tenantId, person.username))) await deps.directory.remove(person.username)
    throw error
  }
}

/**
 * Answers as for a new person, with a record of the invitation, which the owner of the address may accept, and writes to
 * the address. Throws `email_taken` within the account, `taken` if the directory sends no such letters.
 */
async function inviteKnown(deps: UserDeps, actor: Actor, invitation: ToAccount, taken: Failure): Promise<Invited> {
  const { sql, directory } = deps
  const { accountId, atMost, ...person } = invitation
  const { tenantId, email } = person
  if (directory.isElsewhere) await directory.invite(person)
  if (accountId === null || directory.inviteKnown === null) throw taken
  const account = await inTenant(sql, tenantId, async (tx) => {
    if (await isOfAccount(tx, tenantId, accountId, email)) {
      throw new Failure(
        'email_taken',
        `${shownEmail(email)} belongs to this account already, or is invited to it.`,
        because('people.inAccount', { email: shownEmail(email) }),
      )
    }
    await requireRoom(tx, tenantId, accountId, atMost)
    return accountName(tx, tenantId, accountId)
  })
  const { invitationUrl } = await directory.inviteKnown(person, account)
  const invited = { ...person, username: newId(), accountId, status: 'SETUP IN PROGRESS' as const }
  return recordInvitation(deps, actor, invited, atMost, invitationUrl, async (tx, _, record) => {
    const owner = await ownerOf(tx, tenantId, email)
    if (owner !== null) await insertMailedNotice(tx, tenantId, owner, { kind: 'account.invite', facts: { account } })
    return insertInvited(tx, tenantId, record)
  })
}

type Added = Omit<NewUser, 'accountId'> & { isNew: boolean; invitationUrl: string | null }

/**
 * A person from an interrupted invitation gets a new link, a person deleted in the registry is added again. A person
 * who registered alone is returned unchanged, to tenant admins.
 */
async function addToDirectory(deps: UserDeps, { isTenantAdmin }: Actor, invitation: Invitation): Promise<Added> {
  const { directory } = deps
  const { tenantId, ...wanted } = invitation
  const addNew = async (): Promise<Added> => {
    const added = await directory.invite(invitation)
    return { ...wanted, ...added, status: 'SETUP IN PROGRESS', isNew: true }
  }
  try {
    return await addNew()
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'email_taken') throw error
    const person = await directory.findByEmail(tenantId, invitation.email)
    if (!person) throw error
    const { username, status, language } = person
    const record = await recordOf(deps, tenantId, username)
    if (record?.status === 'DELETED') {
      // From a deletion in which the directory failed.
      await directory.remove(username)
      return addNew()
    }
    const isOwnTenant = person.groups.every((group) => parseGroup(group)?.tenantId === tenantId)
    if (!isOwnTenant || status === 'SUSPENDED') throw error
    if (status === 'ACTIVE') {
      if (!isTenantAdmin) throw error
      const names = { firstName: person.firstName || wanted.firstName, lastName: person.lastName || wanted.lastName }
      return { ...wanted, ...names, language, username, status, isNew: false, invitationUrl: null }
    }
    const link = await directory.resend(username)
    await directory.setNames(username, wanted)
    return { ...wanted, ...link, username, status, isNew: false }
  }
}

function recordOf({ sql }: UserDeps, tenantId: string, username: string) {
  return inTenant(sql, tenantId, (tx) => userByName(tx, tenantId, username, null))
}

/**
 * Voids earlier links. Throws `conflict` once the sign-in is set up, `too_many_requests` soon after the last letter.
 */
export async function resendInvitation(deps: UserDeps, actor: Actor, username: string): Promise<Invited> {
  await followDirectory(deps, actor, username)
  const user = await inTenant(deps.sql, actor.tenantId, async (tx) => {
    const user = await lockAdministered(tx, actor, username)
    if (user.status === 'DELETED') throw noSuchUser()
    if (user.status !== 'SETUP IN PROGRESS') {
      throw new Failure(
        'conflict',
        `${user.firstName} ${user.lastName} has set up the sign-in already.`,
        because('people.setUp'),
      )
    }
    if (user.accountId !== null) {
      refuseInvitingTo(await accountStatus(tx, actor.tenantId, user.accountId), actor)
    }
    return user
  })
  const { invitationUrl } = await sendAgain(deps, actor, user)
  // Audited afterwards, because the directory may refuse to send.
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    await audit(tx, actor, { act: 'user.resend', subject: `user:${username}` })
    return { ...userOf(actor, user), invitationUrl }
  })
}

async function sendAgain({ directory }: UserDeps, { tenantId }: Actor, user: UserRow) {
  if (!user.isOnlyAsked) return directory.resend(user.username)
  const resent = await directory.inviteKnown?.({ tenantId, email: user.email, language: 'en' }, user.account ?? '')
  return resent ?? { invitationUrl: null }
}

/**
 * Returns the requested account, else the caller's own. Null only if a tenant admin invites a founder or a tenant
 * admin.
 */
async function accountToJoin(
  { sql }: UserDeps,
  actor: Actor,
  { accountId, role }: Pick<ValidBodyOf<typeof inviteUser>, 'accountId' | 'role'>,
): Promise<string | null> {
  if (role === 'TenantAdmin' && !actor.isTenantAdmin) {
    throw new Failure(
      'forbidden',
      'Only an admin of the registry may invite another one.',
      because('people.registryAdminOnly'),
    )
  }
  const own = (actor.isTenantAdmin ? actor.accountIds[0] : actor.adminOf[0]) ?? null
  const wanted = accountId === undefined ? own : accountId
  if (wanted === null) {
    const isNewcomer = accountId === null && role !== 'AccountAdmin'
    if (actor.isTenantAdmin && (isNewcomer || role === 'TenantAdmin')) return null
    throw invalidAt('accountId', 'Required', because('people.accountMissing'))
  }
  const status = administers(actor, wanted) ? await accountStatus(sql, actor.tenantId, wanted) : null
  if (status === null) throw new Failure('not_found', 'There is no such account.', because('noSuch.account'))
  refuseInvitingTo(status, actor)
  return wanted
}

/** A pending account may not invite: anybody could make the registry send mail. */
function refuseInvitingTo(status: string | null, { isTenantAdmin }: Actor): void {
  if (status === 'pending' && !isTenantAdmin) {
    throw new Failure(
      'conflict',
      'The account is pending; its admins can invite once the registry has approved it.',
      because('people.pendingAccount'),
    )
  }
  if (status === 'rejected' || status === 'suspended') {
    throw new Failure(
      'conflict',
      `The account is ${status}; nobody can be invited to it.`,
      because('people.closedAccount', { of: 'account', status }),
    )
  }
}

async function requireRoom(tx: Sql, tenantId: string, accountId: string | null, atMost: number): Promise<void> {
  if (accountId === null || (await usersOfAccount(tx, tenantId, accountId)) < atMost) return
  throw new Failure(
    'conflict',
    `An account has at most ${atMost} users here, and this one has them.`,
    because('people.most', { most: atMost }),
  )
}

async function recordInvitation(
  { sql }: UserDeps,
  actor: Actor,
  user: NewUser,
  atMost: number,
  invitationUrl: string | null,
  record: typeof admitUser = admitUser,
): Promise<Invited> {
  return inTenant(sql, actor.tenantId, async (tx) => {
    await lockUsers(tx, actor.tenantId)
    await requireRoom(tx, actor.tenantId, user.accountId, atMost)
    if (!(await record(tx, actor.tenantId, user))) throw emailTaken(user.email)
    await audit(tx, actor, {
      act: 'user.invite',
      subject: `user:${user.username}`,
      after: { account: user.accountId, groups: [...user.groups], status: user.status },
    })
    // An active user gets a notice instead of an invitation.
    if (user.status === 'ACTIVE') {
      const role = roleIn(user.groups, { tenantId: actor.tenantId, accountId: user.accountId })
      const concerned = { user: user.username, ofAccount: user.accountId }
      await notify(tx, actor, concerned, { kind: 'user.role', facts: { role } })
    }
    const row = await userByName(tx, actor.tenantId, user.username, user.accountId === null ? null : [user.accountId])
    if (!row) throw new Error('a user that was just invited is gone')
    return { ...userOf(actor, row), invitationUrl }
  })
}

function emailTaken(email: string): Failure {
  return new Failure(
    'email_taken',
    `${shownEmail(email)} belongs to a user of this registry already. An admin of the account can invite this person.`,
    because('people.emailTaken', { email: shownEmail(email) }),
  )
}
