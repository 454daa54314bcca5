import type { AccountRole, LimitedAct } from './account-roles.ts'
import { because, Failure, type Owned } from './failure.ts'
import type { SignInFacts } from './step-up.ts'

/**
 * The server's guards, buttons, API document and permission test derive from this table.
 * A reach says which objects a role may act on:
 *   none       none: 401 for a visitor, 403 for others
 *   published  public objects
 *   own        the account's objects, and published ones
 *   assigned   own, and objects with the account as provider
 *   tenant     all objects of the tenant
 *   self       the caller alone, in any account
 */
export type Reach = 'none' | 'published' | 'own' | 'assigned' | 'tenant' | 'self'
export const roles = ['visitor', 'newcomer', 'member', 'accountAdmin', 'tenantAdmin'] as const
export type Role = (typeof roles)[number]

type Rule = Readonly<Record<Role, Reach>>

function rule(visitor: Reach, newcomer: Reach, member: Reach, accountAdmin: Reach, tenantAdmin: Reach): Rule {
  return { visitor, newcomer, member, accountAdmin, tenantAdmin }
}

//                                            visitor      newcomer     member       accountAdmin tenantAdmin
export const permissions = {
  'registry.read': /*                    */ rule('published', 'published', 'published', 'published', 'published'),
  'project.read': /*                     */ rule('published', 'published', 'assigned', 'assigned', 'tenant'),
  'project.listAll': /*                  */ rule('none', 'none', 'none', 'none', 'tenant'),
  'project.listOwn': /*                  */ rule('none', 'self', 'own', 'own', 'own'),
  'project.create': /*                   */ rule('none', 'none', 'own', 'own', 'own'),
  'project.edit': /*                     */ rule('none', 'own', 'own', 'own', 'tenant'),
  'project.submit': /*                   */ rule('none', 'own', 'own', 'own', 'tenant'),
  'project.decide': /*                   */ rule('none', 'none', 'none', 'none', 'tenant'),
  'document.read': /*                    */ rule('published', 'published', 'assigned', 'assigned', 'tenant'),
  'document.open': /*                    */ rule('none', 'published', 'assigned', 'assigned', 'tenant'),
  'document.add': /*                     */ rule('none', 'none', 'assigned', 'assigned', 'tenant'),
  'tenant.read': /*                      */ rule('none', 'tenant', 'tenant', 'tenant', 'tenant'),
  'methodology.read': /*                 */ rule('published', 'tenant', 'tenant', 'tenant', 'tenant'),
  'methodology.propose': /*              */ rule('none', 'none', 'own', 'own', 'own'),
  'methodology.decide': /*               */ rule('none', 'none', 'none', 'none', 'tenant'),
  'methodology.allow': /*                */ rule('none', 'none', 'own', 'own', 'tenant'),
  'measurement.list': /*                 */ rule('none', 'self', 'assigned', 'assigned', 'tenant'),
  'measurement.schedule': /*             */ rule('none', 'none', 'own', 'own', 'none'),
  'measurement.submit': /*               */ rule('none', 'none', 'assigned', 'assigned', 'none'),
  'measurement.accept': /*               */ rule('none', 'none', 'own', 'own', 'tenant'),
  'verification.list': /*                */ rule('none', 'self', 'assigned', 'assigned', 'tenant'),
  'finding.answer': /*                   */ rule('none', 'none', 'assigned', 'assigned', 'none'),
  'verification.decide': /*              */ rule('none', 'none', 'assigned', 'assigned', 'none'),
  'task.list': /*                        */ rule('none', 'self', 'own', 'own', 'tenant'),
  'task.assign': /*                      */ rule('none', 'none', 'own', 'own', 'tenant'),
  'account.read': /*                     */ rule('none', 'self', 'own', 'own', 'own'),
  'account.create': /*                   */ rule('none', 'self', 'self', 'self', 'self'),
  'account.edit': /*                     */ rule('none', 'none', 'none', 'own', 'none'),
  'account.decide': /*                   */ rule('none', 'none', 'none', 'none', 'tenant'),
  'account.statement': /*                */ rule('none', 'own', 'own', 'own', 'own'),
  'account.share': /*                    */ rule('none', 'none', 'none', 'own', 'none'),
  'account.liftStop': /*                 */ rule('none', 'none', 'none', 'own', 'tenant'),
  'claim.list': /*                       */ rule('published', 'published', 'own', 'own', 'tenant'),
  'claim.correct': /*                    */ rule('none', 'none', 'own', 'own', 'tenant'),
  'wallet.read': /*                      */ rule('none', 'own', 'own', 'own', 'tenant'),
  'transaction.list': /*                 */ rule('none', 'own', 'own', 'own', 'tenant'),
  'transaction.sync': /*                 */ rule('none', 'none', 'own', 'own', 'tenant'),
  'units.mint': /*                       */ rule('none', 'own', 'own', 'own', 'tenant'),
  'units.move': /*                       */ rule('none', 'none', 'own', 'own', 'own'),
  'units.burn': /*                       */ rule('none', 'none', 'none', 'none', 'tenant'),
  'market.read': /*                      */ rule('none', 'tenant', 'tenant', 'tenant', 'tenant'),
  'market.offer': /*                     */ rule('none', 'none', 'own', 'own', 'tenant'),
  'user.administer': /*                  */ rule('none', 'none', 'none', 'own', 'tenant'),
  'notice.read': /*                      */ rule('none', 'self', 'self', 'self', 'self'),
  'outcome.read': /*                     */ rule('none', 'self', 'self', 'self', 'self'),
  'preference.change': /*                */ rule('none', 'self', 'self', 'self', 'self'),
  'audit.read': /*                       */ rule('none', 'none', 'none', 'own', 'tenant'),
  'tenant.administer': /*                */ rule('none', 'none', 'none', 'none', 'tenant'),
} as const satisfies Record<string, Rule>

export type Act = keyof typeof permissions

/** From the verified token and the registry's records. */
export type Actor = {
  /** Null for a visitor. */
  userId: string | null
  tenantId: string
  /** The caller's accounts in this tenant; the first acts. */
  accountIds: readonly string[]
  adminOf: readonly string[]
  /** Which the call names; `accountIds` then has no other. */
  chosenAccountId?: string | undefined
  isTenantAdmin: boolean
  /** Of accounts that the caller does not administer, where the registry has recorded a role. */
  accountRoles?: Readonly<Record<string, AccountRole>> | undefined
  /** What these roles take from a member, by account. No import from here, as every first page loads this file. */
  withheld?: Readonly<Record<string, ReadonlySet<string>>> | undefined
  /** The network address, for the audit log. */
  address: string
  requestId: string
  /** What the caller's token states. */
  signIn?: SignInFacts | undefined
  /** By which a caller without a user reads `accountIds`, for some years. */
  link?: { id: string; label: string; firstYear: number; lastYear: number; endsAt: Date } | undefined
}

export type Member = Actor & { userId: string; accountId: string }

function rolesOf(actor: Actor): Role[] {
  if (actor.userId === null) return ['visitor']
  const held: Role[] = []
  if (actor.isTenantAdmin) held.push('tenantAdmin')
  if (actor.adminOf.length > 0) held.push('accountAdmin')
  if (actor.accountIds.length > 0) held.push('member')
  return held.length > 0 ? held : ['newcomer']
}

const order: readonly Reach[] = ['none', 'published', 'self', 'own', 'assigned', 'tenant']

/**
 * The widest reach of the caller's roles for an act, less what the recorded role in the acting account withholds.
 * `limitedAct`: which act that is, if several have one rule.
 */
export function reachOf(actor: Actor, act: Act, limitedAct: Act | LimitedAct = act): Reach {
  const reach = widestReach(rolesOf(actor), act)
  const isOfAccount = reach === 'own' || reach === 'assigned'
  return isOfAccount && isWithheld(actor, limitedAct, actor.accountIds[0]) ? 'none' : reach
}

function isWithheld({ withheld }: Actor, act: Act | LimitedAct, accountId: string | undefined): boolean {
  return accountId !== undefined && withheld?.[accountId]?.has(act) === true
}

/** Whether the caller belongs to the account, with a role that leaves the act. */
export function actsFor(actor: Actor, act: Act | LimitedAct, accountId: string): boolean {
  return actor.accountIds.includes(accountId) && !isWithheld(actor, act, accountId)
}

export function widestReach(roles: readonly Role[], act: Act): Reach {
  const reaches = roles.map((role) => permissions[act][role])
  return order.findLast((reach) => reaches.includes(reach)) ?? 'none'
}

export type Subject = { tenantId: string; accountId?: string | null; assigned?: readonly (string | null)[] }

/** `published` and `self` never cover an account's subject. */
export function mayReach(actor: Actor, act: Act, subject: Subject): boolean {
  if (subject.tenantId !== actor.tenantId) return false
  const reach = reachOf(actor, act)
  if (reach === 'tenant') return true
  const owns = subject.accountId != null && actsFor(actor, act, subject.accountId)
  if (reach === 'own') return owns
  if (reach === 'assigned') return owns || (subject.assigned ?? []).some((id) => id !== null && actsFor(actor, act, id))
  return false
}

/** Guards every call. Throws `unauthenticated` or `forbidden` if no role of the caller has the act. */
export function admit(actor: Actor, act: Act, limitedAct?: Act | LimitedAct): void {
  if (reachOf(actor, act, limitedAct) !== 'none') return
  userIdOf(actor)
  if (widestReach(rolesOf(actor), act) !== 'none') throw ofAnotherRole()
  throw new Failure('forbidden', 'Your role does not allow this.', because('access.role'))
}

/** Guards one subject. Throws `not_found` if it is hidden from the caller, else `forbidden`. */
export function permit(actor: Actor, act: Act, subject: Subject & { isVisible?: boolean }, what: Owned): void {
  admit(actor, act)
  if (mayReach(actor, act, subject)) return
  if (subject.tenantId === actor.tenantId && subject.accountId != null && isWithheld(actor, act, subject.accountId))
    throw ofAnotherRole()
  if (subject.isVisible)
    throw new Failure('forbidden', `This ${what} is not yours to change.`, because(`notYours.${what}`))
  throw new Failure('not_found', `There is no such ${what}.`, because(`noSuch.${what}`))
}

function ofAnotherRole(): Failure {
  const message = 'Your role in the account does not allow this. An admin of the account sets it.'
  return new Failure('forbidden', message, because('access.accountRole'))
}

/** Throws `unauthenticated` for a visitor. */
export function userIdOf({ userId }: Actor): string {
  if (userId === null) throw new Failure('unauthenticated', 'Sign in first.')
  return userId
}

/** Throws `unauthenticated` for a visitor, `forbidden` without an account. */
export function memberOf(actor: Actor): Member {
  const accountId = actor.accountIds[0]
  const userId = userIdOf(actor)
  if (accountId === undefined) throw new Failure('forbidden', 'You have no account yet.', because('access.noAccount'))
  return { ...actor, userId, accountId }
}
