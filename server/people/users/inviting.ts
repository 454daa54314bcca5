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
import { admitUser, insertAsked, type NewUser } from './user-record.store.ts'
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

/** An invitation to an account, or with null to none, that has at most `atMost` users. */
type ToAccount = Invitation & { accountId: string | null; atMost: number }

/**
 * Invites a person to an account, with a role up to the caller's own. A tenant admin may also invite without an account: such
 * a person registers an organisation. Throws `conflict` for an account that is full or closed. For an e-mail address that is in
 * use it throws `email_taken` to a tenant admin, and to an account admin if it is of the own account. Of any other an account admin is
 * told nothing: whoever has it is asked by letter.
 */
export async function invite(
  deps: UserDeps,
  actor: Actor,
  { email, firstName, lastName, language = 'en', ...asked }: ValidBodyOf<typeof inviteUser>,
): Promise<Invited> {
  const { tenantId } = actor
  const accountId = await accountToJoin(deps, actor, asked)
  const groups = groupsOfRole({ tenantId, accountId }, asked.role ?? 'General')
  const { accountUsers: atMost } = limitsOf(await tenantOf(deps, tenantId))
  const invitation = { tenantId, email, firstName, lastName, language, groups, accountId, atMost }
  try {
    return await inviteNew(deps, actor, invitation)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'email_taken' || actor.isTenantAdmin) throw error
    return askKnown(deps, actor, invitation, error)
  }
}

/**
 * The directory makes the username, so a new person is added there first, and removed again if the record cannot be written; a
 * person whom the directory has already gets the groups last. Throws `email_taken` for an address that is in use.
 */
async function inviteNew(
  deps: UserDeps,
  actor: Actor,
  { accountId, atMost, ...invitation }: ToAccount,
): Promise<Invited> {
  const { tenantId, isTenantAdmin } = actor
  const { email, groups } = invitation
  await inTenant(deps.sql, tenantId, async (tx) => {
    // A person who registered without an invitation chooses the organisation; only a tenant admin may choose it instead.
    if (await isEmailKnown(tx, tenantId, email, { alsoUnattached: !isTenantAdmin })) throw emailTaken(email)
    await requireRoom(tx, tenantId, accountId, atMost)
  })
  const { isNew, invitationUrl, ...person } = await addToDirectory(deps, actor, invitation)
  try {
    const invited = await recordInvitation(deps, actor, { ...person, accountId }, atMost, invitationUrl)
    if (!isNew) await deps.directory.setGroups(person.username, groups)
    return invited
  } catch (error) {
    // Of two invitations at once the other may have recorded whom this one added.
    if (isNew && !(await recordOf(deps, tenantId, person.username))) await deps.directory.remove(person.username)
    throw error
  }
}

/**
 * Answers as to a new person, whose record is taken up by nobody, and writes to whoever has the address. Throws `taken` where
 * that would say more than the caller may see anyway: of the own account, and where no letter can ask.
 */
async function askKnown(deps: UserDeps, actor: Actor, invitation: ToAccount, taken: Failure): Promise<Invited> {
  const { sql, directory } = deps
  const { accountId, atMost, ...person } = invitation
  const { tenantId, email } = person
  if (directory.isElsewhere) await directory.invite(person)
  if (accountId === null || directory.ask === null) throw taken
  const account = await inTenant(sql, tenantId, async (tx) => {
    if (await isOfAccount(tx, tenantId, accountId, email)) throw taken
    await requireRoom(tx, tenantId, accountId, atMost)
    return accountName(tx, tenantId, accountId)
  })
  const { invitationUrl } = await directory.ask(person, account)
  const asked = { ...person, username: newId(), accountId, status: 'SETUP IN PROGRESS' as const }
  return recordInvitation(deps, actor, asked, atMost, invitationUrl, insertAsked)
}

type Added = Omit<NewUser, 'accountId'> & { isNew: boolean; invitationUrl: string | null }

/**
 * Adds a person to the directory. One who is there from an interrupted invitation gets a new link; one who registered without
 * an invitation is returned as it is, to a tenant admin; one whom the registry has deleted is added anew.
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
      await directory.remove(username) // left over from a deletion in which the directory failed
      return addNew()
    }
    const isOurs = person.groups.every((group) => parseGroup(group)?.tenantId === tenantId)
    if (!isOurs || status === 'SUSPENDED') throw error
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
  return inTenant(sql, tenantId, (tx) => userByName(tx, tenantId, username))
}

/**
 * Sends the invitation again; earlier links stop working. Throws `conflict` once the person has set up the sign-in,
 * `too_many_requests` if the last letter was sent too recently.
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
  // Recorded afterwards, as a letter that is refused for being too many has not been sent.
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    await audit(tx, actor, { act: 'user.resend', subject: `user:${username}` })
    return { ...userOf(actor, user), invitationUrl }
  })
}

async function sendAgain({ directory }: UserDeps, { tenantId }: Actor, user: UserRow) {
  if (!user.isOnlyAsked) return directory.resend(user.username)
  const asked = await directory.ask?.({ tenantId, email: user.email, language: 'en' }, user.account ?? '')
  return asked ?? { invitationUrl: null }
}

/**
 * Returns the account that the invited person will belong to: the one asked for, else the caller's own. For a tenant admin it
 * may be null: a person who registers an organisation, or another tenant admin.
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

/** Throws `conflict` if nobody can be invited. The admin of an account not yet approved could have the registry write to anybody. */
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

/** Throws `conflict` if the account has as many users as it may have. Users without an account are not counted. */
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
    // A person who signs in already gets no invitation, and is notified instead.
    if (user.status === 'ACTIVE') {
      const role = roleIn(user.groups, { tenantId: actor.tenantId, accountId: user.accountId })
      await notify(tx, actor, { user: user.username }, { kind: 'user.role', facts: { role } })
    }
    const row = await userByName(tx, actor.tenantId, user.username)
    if (!row) throw new Error('a user that was just invited is gone')
    return { ...userOf(actor, row), invitationUrl }
  })
}

function emailTaken(email: string): Failure {
  return new Failure(
    'email_taken',
    `${shownEmail(email)} belongs to a user of this registry already, and a user belongs to one organisation. Invite the person at another address.`,
    because('people.emailTaken', { email: shownEmail(email) }),
  )
}
