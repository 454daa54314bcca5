import { inTenant, type Sql, willAnswer } from '#server/infra/db/database.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notifyAdminsOfAccount } from '#server/people/notices/notify.ts'
import type { AccountInvitation, OwnAccount, OwnAccounts } from '#shared/contract/own-accounts.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { parseGroup } from '#shared/rules/groups.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import { requireOtherAdmin, roleEndsOn, type UserDeps } from './administering.ts'
import { accountsNamed, roleIn, withoutAccount } from './groups.ts'
import { accountsOf, type InvitationRow, invitationsTo, type OwnAccountRow } from './own-accounts.store.ts'
import * as records from './user-record.store.ts'
import { lockUsers, type UserRow, userByName } from './users.store.ts'

/** The caller's accounts and invitations, not only the account that the call names. */
export async function ownAccounts({ sql }: Pick<UserDeps, 'sql'>, actor: Actor): Promise<OwnAccounts> {
  return inTenant(sql, actor.tenantId, async (tx) => {
    const own = await userByName(tx, actor.tenantId, userIdOf(actor), null)
    return readOwn(tx, actor, own?.email ?? '')
  })
}

/**
 * Makes the caller a member with the role of the invitation; the first account stays the first. Throws `not_found`
 * without such an invitation to the caller's address, `conflict` for a closed account.
 */
export async function accept(deps: UserDeps, actor: Actor, invitationId: string): Promise<OwnAccounts> {
  return changeOwn(deps, actor, async (tx, own) => {
    const invitation = await invitationOf(tx, actor, own, invitationId)
    const { accountId, account, accountStatus, groups: offered } = invitation
    if (accountStatus === 'rejected' || accountStatus === 'suspended') {
      throw new Failure(
        'conflict',
        `The account is ${accountStatus}; nobody can join it.`,
        because('people.closedAccount', { of: 'account', status: accountStatus }),
      )
    }
    const joined = offered.filter((group) => parseGroup(group)?.accountId === accountId && !own.groups.includes(group))
    const groups = [...own.groups, ...joined]
    await records.eraseUser(tx, actor.tenantId, invitation.username)
    await records.joinAccount(tx, actor.tenantId, own.username, own.accountId ?? accountId, groups)
    const role = roleIn(offered, { tenantId: actor.tenantId, accountId })
    await audit(tx, actor, { act: 'account.join', subject: `account:${accountId}`, after: { role } })
    const facts = { by: nameOf(own), account, role }
    await notifyAdminsOfAccount(tx, actor.tenantId, accountId, { kind: 'account.join', facts })
    return groups
  })
}

/** Throws `not_found` without such an invitation to the caller's address. */
export async function decline(deps: UserDeps, actor: Actor, invitationId: string): Promise<OwnAccounts> {
  return changeOwn(deps, actor, async (tx, own) => {
    const { username, accountId, account } = await invitationOf(tx, actor, own, invitationId)
    await records.eraseUser(tx, actor.tenantId, username)
    await audit(tx, actor, { act: 'account.decline', subject: `account:${accountId}` })
    const facts = { by: own.email, account }
    await notifyAdminsOfAccount(tx, actor.tenantId, accountId, { kind: 'account.decline', facts })
    return null
  })
}

/**
 * Ends the caller's membership. Throws `not_found` for an account to which the caller does not belong, `conflict` for
 * the only one, `last_admin`.
 */
export async function leave(deps: UserDeps, actor: Actor, accountId: string): Promise<OwnAccounts> {
  const { tenantId } = actor
  return changeOwn(deps, actor, async (tx, own) => {
    if (!accountsNamed(own.groups, tenantId).includes(accountId)) {
      throw new Failure('not_found', 'You do not belong to this account.', because('noSuch.account'))
    }
    const groups = withoutAccount(own.groups, accountId)
    const [first] = accountsNamed(groups, tenantId)
    if (first === undefined) {
      throw new Failure('conflict', 'This is your only account.', because('people.onlyAccount'))
    }
    const left = await userByName(tx, tenantId, own.username, [accountId])
    if (!left) throw new Error('A locked user is gone.')
    // An admin of the registry stays one without the account.
    const ofAccount = left.groups.filter((group) => parseGroup(group)?.accountId === accountId)
    await requireOtherAdmin(tx, tenantId, { ...left, groups: ofAccount })
    await records.leaveAccount(tx, tenantId, own.username, { left: accountId, accountId: first, groups })
    await audit(tx, actor, { act: 'account.quit', subject: `account:${accountId}` })
    const facts = { by: nameOf(own), account: left.account ?? '' }
    await notifyAdminsOfAccount(tx, tenantId, accountId, { kind: 'account.quit', facts })
    return groups
  })
}

/** `change` returns the caller's new groups, or null if they stay. The record changes first, then the directory. */
async function changeOwn(
  deps: UserDeps,
  actor: Actor,
  change: (tx: Sql, own: UserRow) => Promise<string[] | null>,
): Promise<OwnAccounts> {
  const username = userIdOf(actor)
  const { groups, answer } = await inTenant(deps.sql, actor.tenantId, async (tx) => {
    await lockUsers(tx, actor.tenantId)
    const own = await userByName(tx, actor.tenantId, username, null)
    if (!own) throw noSuchInvitation()
    const groups = await change(tx, own)
    const answer = await readOwn(tx, actor, own.email)
    willAnswer(tx, answer)
    return { groups, answer }
  })
  deps.forgetActors()
  if (groups !== null) await deps.directory.setGroups(username, groups)
  return answer
}

async function readOwn(tx: Sql, actor: Actor, email: string): Promise<OwnAccounts> {
  const accounts = await accountsOf(tx, actor.tenantId, userIdOf(actor))
  const invitations = (email === '' ? [] : await invitationsTo(tx, actor.tenantId, email)).filter(
    (invitation) => !accounts.some(({ accountId }) => accountId === invitation.accountId),
  )
  return {
    accounts: accounts.map((row, place) => ownAccount(row, place === 0)),
    invitations: invitations.map((row) => invitationSeen(actor.tenantId, row)),
  }
}

function ownAccount(row: OwnAccountRow, isFirst: boolean): OwnAccount {
  const { accountId, name, isAdmin, role } = row
  return { accountId, name, role: isAdmin ? 'AccountAdmin' : (role ?? 'General'), roleEndsOn: roleEndsOn(row), isFirst }
}

function invitationSeen(tenantId: string, row: InvitationRow): AccountInvitation {
  const { username: invitationId, accountId, account, groups, invitedAt } = row
  const role = roleIn(groups, { tenantId, accountId }) === 'AccountAdmin' ? 'AccountAdmin' : 'General'
  return { invitationId, accountId, account, role, invitedAt: invitedAt.toISOString() }
}

async function invitationOf(
  tx: Sql,
  { tenantId }: Actor,
  { email }: UserRow,
  invitationId: string,
): Promise<InvitationRow> {
  const invitations = email === '' ? [] : await invitationsTo(tx, tenantId, email)
  const invitation = invitations.find(({ username }) => username === invitationId)
  if (!invitation) throw noSuchInvitation()
  return invitation
}

function nameOf({ firstName, lastName, username }: UserRow): string {
  return `${firstName} ${lastName}`.trim() || username
}

function noSuchInvitation(): Failure {
  return new Failure(
    'not_found',
    'There is no such invitation any more. The account may have taken it back.',
    because('noSuch.invitation'),
  )
}
