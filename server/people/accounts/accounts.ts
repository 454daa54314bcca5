import { randomInt } from 'node:crypto'
import { accountRef, custodyAddress } from '#server/infra/chain/derive.ts'
import { type Database, inTenant, type Sql, willAnswer } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { type OwnWork, ownWorkAmong, refuseOwnWork } from '#server/people/duties/duties.ts'
import { notify } from '#server/people/notices/notify.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { PeopleDeps } from '#server/people/users/deps.ts'
import { groupsOfRole } from '#server/people/users/groups.ts'
import { joinAccount } from '#server/people/users/users.ts'
import type * as contract from '#shared/contract/accounts.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import { isOwnStep, type Work } from '#shared/rules/duties.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { actsIn, needsReason, next } from '#shared/rules/lifecycle/machine.ts'
import { accountCorrections, accountDecisions, accountMachine } from '#shared/rules/lifecycle/people.ts'
import { type Act, type Actor, mayReach, permit, userIdOf } from '#shared/rules/permissions.ts'
import {
  type AccountRow,
  accountById,
  accountsBy,
  insertAccount,
  isNameTaken,
  type ListedRow,
  lockAccount,
  lockPerson,
  recordedGroups,
  saveAccount,
  saveReceiving,
} from './accounts.store.ts'

export { type AccountRow, lockAccount } from './accounts.store.ts'

/**
 * Returns the caller's account. Throws `not_found` without one; after registration, the details list the groups that
 * the token lacks.
 */
export async function ownAccount({ sql }: Pick<InfraDeps, 'sql'>, actor: Actor): Promise<contract.Account> {
  const accountId = actor.accountIds[0]
  if (accountId === undefined && actor.accountRoles)
    throw new Failure('forbidden', 'Your access to the account has ended.', because('access.roleEnded'))
  const row = accountId === undefined ? null : await accountById(sql, actor.tenantId, accountId)
  if (row?.stoppedAt) return accountOf(actor, (await withStopper(sql, row)) ?? row)
  if (row) return accountOf(actor, row)
  const groups = await inTenant(sql, actor.tenantId, (tx) => recordedGroups(tx, actor.tenantId, actor.userId ?? ''))
  if (groups.length === 0) throw new Failure('not_found', 'You have no account yet.', because('access.noAccount'))
  const missing = groups.map((group) => ({ path: 'groups', message: group }))
  throw new Failure(
    'not_found',
    'Your account is registered, and your sign-in does not name it yet.',
    because('access.missingGroups'),
    missing,
  )
}

/** Names of people are read only within their tenant. */
function withStopper(sql: Database, { tenantId, accountId }: AccountRow): Promise<AccountRow | null> {
  return inTenant(sql, tenantId, (tx) => accountById(tx, tenantId, accountId))
}

/**
 * Registers an organisation in the record, then sets groups in the directory. If the directory fails, repeat the call.
 * External providers assign groups themselves. Throws `already_registered`, `name_taken`.
 */
export async function registerAccount(
  deps: Pick<PeopleDeps, 'sql' | 'directory'>,
  actor: Actor,
  draft: ValidBodyOf<typeof contract.createAccount>,
): Promise<contract.Account> {
  const username = userIdOf(actor)
  if (actor.accountIds.length > 0) throw alreadyRegistered(null)
  const person = await deps.directory.find(username)
  const { account, groups } = await inTenant(deps.sql, actor.tenantId, async (tx) => {
    const record = await lockPerson(tx, actor.tenantId, username)
    if (record.accountId !== null) {
      const account = await accountById(tx, actor.tenantId, record.accountId)
      const isUnfinished = person !== null && record.groups.some((group) => !person.groups.includes(group))
      // Only a repeated call continues, not an invitation elsewhere.
      if (account?.name !== draft.name || !isUnfinished) throw alreadyRegistered(account)
      return { account, groups: record.groups }
    }
    const accountId = newAccountId(draft.name)
    const facts = {
      ...draft,
      tenantId: actor.tenantId,
      accountId,
      registrationNumber: draft.registrationNumber || null,
      website: draft.website || null,
    }
    if (await isNameTaken(tx, facts)) throw nameTaken()
    await insertAccount(tx, facts)
    const groups = [...record.groups, ...groupsOfRole({ tenantId: actor.tenantId, accountId }, 'AccountAdmin')]
    await joinAccount(tx, actor.tenantId, username, accountId, groups)
    await audit(tx, actor, {
      act: 'account.create',
      subject: `account:${accountId}`,
      after: { name: draft.name, type: draft.type, status: 'pending', admin: username },
    })
    await notify(tx, actor, { tenantAdmins: true }, { kind: 'account.create', facts: { account: draft.name } })
    const account = await accountById(tx, actor.tenantId, accountId)
    if (!account) throw new Error('an account that was just made is gone')
    willAnswer(tx, accountOf(actor, account))
    return { account, groups }
  })
  if (person) await deps.directory.setGroups(username, groups)
  return accountOf(actor, account)
}

/** Throws `not_found` if the account does not exist or the caller may not know it. */
export async function permitAccount(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  act: Act,
  account: { tenantId: string; accountId: string },
): Promise<void> {
  permit(actor, act, account, 'account')
  const isOwn = actor.accountIds.includes(account.accountId)
  if (!isOwn && !(await accountById(sql, account.tenantId, account.accountId))) throw noSuchAccount()
}

/** Returns active accounts, or all for a tenant admin. */
export async function accountsOf(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  query: ValidQueryOf<typeof contract.listAccounts>,
): Promise<Page<contract.ListedAccount>> {
  const { status } = query
  const isHidden = !actor.isTenantAdmin && status !== undefined && status !== 'active'
  const filter = actor.isTenantAdmin ? query : { ...query, status: 'active' as const }
  return inTenant(sql, actor.tenantId, (tx) =>
    pageOf(query, {
      correct: corrector(tx, actor, actor.tenantId),
      read: async (part) => {
        if (isHidden) return { rows: [], total: 0 }
        const found = await accountsBy(tx, actor.tenantId, filter, actor.accountIds[0] ?? null, part)
        const decided = found.rows.filter((row) => mayReach(actor, 'account.decide', row))
        const isOwn = await ownWorkAmong(tx, actor, 'account.decide', decided.map(workOf))
        return { ...found, rows: found.rows.map((row) => ({ ...row, isOwn })) }
      },
      itemOf: ({ isOwn, ...row }) => listedOf(actor, row, isOwn),
    }),
  )
}

/**
 * Throws `own_work` for the caller's own account, `conflict` if its state forbids the act, `invalid` without a required
 * reason.
 */
export async function decideAccount(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  accountId: string,
  decision: ValidBodyOf<typeof contract.decideAccount>,
): Promise<contract.Account> {
  return inTenant(deps.sql, actor.tenantId, async (tx) =>
    accountOf(actor, await decideAccountIn(tx, actor, accountId, decision)),
  )
}

/** The same in an open transaction. */
export async function decideAccountIn(
  tx: Sql,
  actor: Actor,
  accountId: string,
  { act, reason = '' }: ValidBodyOf<typeof contract.decideAccount>,
): Promise<AccountRow> {
  const account = await lockAccount(tx, actor.tenantId, accountId)
  if (!account) throw noSuchAccount()
  permit(actor, 'account.decide', { tenantId: account.tenantId, accountId }, 'account')
  await refuseOwnWork(tx, actor, 'account.decide', workOf(account))
  const status = next(accountMachine, account.status, act, 'account')
  if (needsReason(accountMachine, account.status, act) && reason === '')
    throw invalidAt('reason', 'Required', because('decision.reason'))
  const statusReason = reason === '' ? null : reason
  const decided = { ...account, status, statusReason }
  await saveAccount(tx, decided)
  await audit(tx, actor, {
    act: `account.${act}`,
    subject: `account:${accountId}`,
    before: { status: account.status },
    after: { status, reason: statusReason },
  })
  const facts = { account: account.name, ...(statusReason !== null && { reason: statusReason }) }
  await notify(tx, actor, { accounts: [accountId] }, { kind: `account.${act}`, facts })
  return decided
}

/**
 * Lets an account without people, such as an imported one, receive units, or stops it. Throws `not_found`, `own_work`.
 */
export async function letReceive(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  accountId: string,
  { mayReceive, reason }: ValidBodyOf<typeof contract.letReceive>,
): Promise<ReplyOf<typeof contract.letReceive>> {
  permit(actor, 'account.decide', { tenantId: actor.tenantId, accountId }, 'account')
  return inTenant(sql, actor.tenantId, async (tx) => {
    await refuseOwnWork(tx, actor, 'account.decide', workOf({ accountId }))
    if (!(await saveReceiving(tx, actor.tenantId, accountId, mayReceive))) throw noSuchAccount()
    const act = mayReceive ? 'account.letReceive' : 'account.stopReceiving'
    await audit(tx, actor, { act, subject: `account:${accountId}`, after: { reason } })
    return { accountId, mayReceive }
  })
}

export function workOf({ accountId }: Pick<AccountRow, 'accountId'>): Work {
  return { accountIds: [accountId], things: [`account:${accountId}`] }
}

export function noSuchAccount(): Failure {
  return new Failure('not_found', 'There is no such account.', because('noSuch.account'))
}

const nameIsTaken = because('account.nameTaken')

export function nameTaken(): Failure {
  const message = 'Another organisation here has this name already.'
  return new Failure('name_taken', message, nameIsTaken, [{ path: 'name', message, ...nameIsTaken }])
}

function alreadyRegistered(account: AccountRow | null): Failure {
  const text = account
    ? `You registered ${account.name} already; it is ${account.status}. Sign in again to act for it.`
    : 'You belong to an account already.'
  return new Failure(
    'already_registered',
    text,
    account
      ? because('account.registered', { account: account.name, of: 'account', status: account.status })
      : because('account.member'),
  )
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const suffixLength = 6

/** Makes a readable id: `green-hills-x7k2mp`. */
function newAccountId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
  const suffix = Array.from({ length: suffixLength }, () => letters[randomInt(letters.length)]).join('')
  return slug === '' ? suffix : `${slug}-${suffix}`
}

/** `acts` holds the corrections that the caller may make now. */
export function accountOf(actor: Actor, row: AccountRow): contract.Account {
  const possible = actsIn(accountMachine, row.status)
  const mayDecide = actor.isTenantAdmin && !actor.accountIds.includes(row.accountId)
  return {
    ...factsOf(row),
    stop: stopOf(row, mayLiftOwn(actor, row) || mayDecide),
    role: actor.accountRoles?.[row.accountId],
    acts: mayCorrect(actor, row) ? accountCorrections.filter((act) => possible.includes(act)) : [],
    chainAddress: custodyAddress(accountRef(row.tenantId, row.accountId)),
  }
}

function factsOf(row: AccountRow) {
  const { stoppedAt: _at, stoppedBy: _by, stopperName: _name, isStoppedByLink: _is, stopReason: _why, ...facts } = row
  return { ...facts, createdAt: row.createdAt.toISOString(), appliedAt: row.appliedAt.toISOString() }
}

function stopOf(row: AccountRow, mayLift: boolean): contract.AccountStop | null {
  const { stoppedAt, stopperName, isStoppedByLink: isByLink, stopReason: reason } = row
  return stoppedAt && { since: stoppedAt.toISOString(), by: stopperName ?? '', isByLink, reason, mayLift }
}

/** As an admin of the account, but not of an own stop. */
export function mayLiftOwn(actor: Actor, account: AccountRow): boolean {
  return (
    mayReach(actor, 'account.liftStop', account) &&
    actor.adminOf.includes(account.accountId) &&
    !isOwnStep(actor.userId, account.stoppedBy)
  )
}

/** Only an account's own admins may. */
export function mayCorrect(actor: Actor, account: { tenantId: string; accountId: string }): boolean {
  return mayReach(actor, 'account.edit', account) && actor.adminOf.includes(account.accountId)
}

function listedOf(actor: Actor, row: ListedRow, isOwn: OwnWork): contract.ListedAccount {
  const { tenantId: _, ...facts } = factsOf(row)
  const withheld = { registrationNumber: null, website: null, statusReason: null }
  return {
    ...facts,
    ...(actor.isTenantAdmin ? {} : withheld),
    hasPeople: row.hasPeople,
    canReceive: row.canReceive,
    hasReceived: row.hasReceived,
    stop: actor.isTenantAdmin ? stopOf(row, mayLiftOwn(actor, row) || !isOwn(workOf(row))) : null,
    isOwn: row.accountId === actor.accountIds[0],
    acts: decisionsOn(actor, row, isOwn),
  }
}

function decisionsOn(actor: Actor, row: AccountRow, isOwn: OwnWork): contract.ListedAccount['acts'] {
  if (!mayReach(actor, 'account.decide', row) || isOwn(workOf(row))) return []
  const possible = actsIn(accountMachine, row.status)
  return accountDecisions.filter((act) => possible.includes(act))
}
