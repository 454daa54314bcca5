import { inTenant, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { hashOfToken } from '#server/infra/link-token.ts'
import {
  type AccountRow,
  accountOf,
  lockAccount,
  mayLiftOwn,
  noSuchAccount,
  workOf,
} from '#server/people/accounts/accounts.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseOwnWork } from '#server/people/duties/duties.ts'
import { notify } from '#server/people/notices/notify.ts'
import { type LookupDeps, tenantOf } from '#server/people/tenants/tenants.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { liftStop, stopByLink } from '#shared/contract/stops.ts'
import { isOwnStep } from '#shared/rules/duties.ts'
import { because, Failure, nullOn } from '#shared/rules/failure.ts'
import { type Actor, memberOf, permit, userIdOf } from '#shared/rules/permissions.ts'
import {
  deleteStop,
  endWaiting,
  lockMovements,
  lockStopLink,
  nameOfPerson,
  type StopLink,
  saveStop,
  saveUse,
} from './stops.store.ts'

type Deps = Pick<InfraDeps, 'sql' | 'now'>

/** A tenant's id and 32 bytes (`stopUrlOf` in server/people/notices/postman.ts). */
const tokenShape = /^([A-Za-z0-9_-]{1,64})\.[A-Za-z0-9_-]{43}$/

/** No unit leaves the caller's account after it; movements that have begun end first, and acts that wait end without. */
export async function stopOwnAccount(deps: Deps, actor: Actor, reason: string | null): Promise<Account> {
  const { tenantId, accountId } = memberOf(actor)
  return inTenant(deps.sql, tenantId, async (tx) => {
    const { account } = await stopIn(tx, actor, accountId, { at: deps.now(), isByLink: false, reason })
    return accountOf(actor, account)
  })
}

/**
 * Stops the account of the letter's reader. Fails with `not_found` for a wrong token and in a suspended registry, with
 * `forbidden` for a link that is over.
 */
export async function stopAccountByLink(
  deps: Deps & LookupDeps,
  visitor: Pick<Actor, 'address' | 'requestId'>,
  token: string,
): Promise<ReplyOf<typeof stopByLink>> {
  const named = tokenShape.exec(token)?.[1]
  const tenant = named === undefined ? null : await tenantOf(deps, named).catch(nullOn('not_found'))
  if (!tenant) throw noSuchLink()
  const at = deps.now()
  const tokenHash = hashOfToken(token)
  return inTenant(deps.sql, tenant.id, async (tx) => {
    const link = await lockStopLink(tx, tenant.id, tokenHash)
    if (!link) throw noSuchLink()
    refuseOver(link, at)
    const { account, isNew } = await stopIn(tx, readerOf(tenant.id, link, visitor), link.accountId, {
      at,
      isByLink: true,
      reason: null,
    })
    if (isNew && link.usedAt)
      throw new Failure('forbidden', 'This link has stopped the account once.', because('stop.used'))
    if (isNew) await saveUse(tx, tenant.id, tokenHash, at)
    return { account: account.name, since: (account.stoppedAt ?? at).toISOString() }
  })
}

/** For a person whose sign-in was stolen: an e-mail's link says so, as the link of a letter would. */
export async function stopAfterTheft(
  tx: Sql,
  { userId, ...of }: Pick<Actor, 'tenantId' | 'address' | 'requestId'> & { userId: string },
  accountId: string,
): Promise<void> {
  const reader = readerOf(of.tenantId, { username: userId, accountId }, of)
  await stopIn(tx, reader, accountId, { at: new Date(), isByLink: true, reason: null })
}

function noSuchLink(): Failure {
  return new Failure('not_found', 'There is no such link.', because('noSuch.stopLink'))
}

/** Only the bearer of the right token learns which. */
function refuseOver({ endsAt, isTheirs }: StopLink, now: Date): void {
  if (endsAt <= now) throw new Failure('forbidden', 'This link has ended.', because('stop.ended'))
  if (!isTheirs) throw new Failure('forbidden', 'Its reader no longer belongs to the account.', because('stop.left'))
}

/** Without any of the person's rights. */
function readerOf(
  tenantId: string,
  { username, accountId }: Pick<StopLink, 'username' | 'accountId'>,
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
): Actor {
  return {
    userId: username,
    tenantId,
    accountIds: [accountId],
    adminOf: [],
    isTenantAdmin: false,
    address,
    requestId,
  }
}

/** Returns a stopped account as it is. */
async function stopIn(
  tx: Sql,
  actor: Actor,
  accountId: string,
  stop: { at: Date; isByLink: boolean; reason: string | null },
): Promise<{ account: AccountRow; isNew: boolean }> {
  const { tenantId } = actor
  await lockMovements(tx, accountId)
  const before = await lockedAccount(tx, tenantId, accountId)
  if (before.stoppedAt) return { account: before, isNew: false }
  await endWaiting(tx, tenantId, accountId)
  await saveStop(tx, tenantId, accountId, { ...stop, by: memberOf(actor).userId })
  const account = await lockedAccount(tx, tenantId, accountId)
  const act = stop.isByLink ? 'account.stopByLink' : 'account.stop'
  const { reason } = stop
  await audit(tx, actor, { act, subject: `account:${accountId}`, ...(reason !== null && { after: { reason } }) })
  await tellAll(tx, account, { kind: act, by: account.stopperName, reason })
  return { account, isNew: true }
}

/** Lets units leave again. Fails with `conflict` unless stopped, `forbidden` for who stopped it, `own_work`. */
export async function liftStopOf(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  accountId: string,
  { reason }: ValidBodyOf<typeof liftStop>,
): Promise<Account> {
  const { tenantId } = actor
  permit(actor, 'account.liftStop', { tenantId, accountId }, 'account')
  return inTenant(sql, tenantId, async (tx) => {
    const account = await lockedAccount(tx, tenantId, accountId)
    if (!account.stoppedAt) throw new Failure('conflict', 'The account is not stopped.', because('stop.none'))
    if (isOwnStep(actor.userId, account.stoppedBy))
      throw new Failure('forbidden', 'You stopped the account, so another admin lifts the stop.', because('stop.own'))
    if (!mayLiftOwn(actor, account)) await refuseOwnWork(tx, actor, 'account.decide', workOf(account))
    await deleteStop(tx, tenantId, accountId)
    await audit(tx, actor, { act: 'account.liftStop', subject: `account:${accountId}`, after: { reason } })
    const by = await nameOfPerson(tx, tenantId, userIdOf(actor))
    await tellAll(tx, account, { kind: 'account.liftStop', by, reason })
    return accountOf(actor, await lockedAccount(tx, tenantId, accountId))
  })
}

async function lockedAccount(tx: Sql, tenantId: string, accountId: string): Promise<AccountRow> {
  const account = await lockAccount(tx, tenantId, accountId)
  if (!account) throw noSuchAccount()
  return account
}

type Told = {
  kind: 'account.stop' | 'account.stopByLink' | 'account.liftStop'
  by: string | null
  reason: string | null
}

/** Also who did it: another may have used the sign-in or the letter. */
async function tellAll(tx: Sql, { tenantId, accountId, name }: AccountRow, { kind, by, reason }: Told): Promise<void> {
  const nobody = { tenantId, userId: null }
  const wordsOf = [accountId]
  const facts = { account: name, by: by ?? '', ...(reason !== null && { reason }) }
  await notify(tx, nobody, { accounts: [accountId], wordsOf }, { kind, facts })
  await notify(tx, nobody, { tenantAdmins: true, wordsOf }, { kind, facts: { ...facts, accountId } })
}
