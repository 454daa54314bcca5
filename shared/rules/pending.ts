import { type AccountRole, approves } from './account-roles.ts'
import { isOwnStep } from './duties.ts'

/** For what an act waits, in this order: a second person, then the recipient or the time in which it can be undone. */
export const pendingStages = ['approval', 'acceptance', 'undo'] as const
export type PendingStage = (typeof pendingStages)[number]

export const pendingTypes = ['transfer', 'claim', 'burn', 'mint'] as const
type PendingType = (typeof pendingTypes)[number]

/** How an act ended: with its movement, or with its units free again. */
export const pendingOutcomes = ['done', 'refused', 'withdrawn', 'expired', 'failed'] as const
export type PendingOutcome = (typeof pendingOutcomes)[number]

/** What people decide: `proceed` approves or accepts, `withdraw` also undoes. */
export const pendingDecisions = ['proceed', 'refuse', 'withdraw'] as const
export type PendingDecision = (typeof pendingDecisions)[number]

export type PendingFacts = {
  type: PendingType
  waitsFor: PendingStage
  isWaiting: boolean
  fromId: string
  toId: string | null
  preparedBy: string
  /** Of a mint: whether it relies on an opinion of the caller's side. */
  isOwnOpinion: boolean
  /** Of the sender's account. */
  hasApprovers: boolean
}

/** The part of the caller: who decides for which accounts, with which roles, and whether for the whole registry. */
export type PendingCaller = {
  userId: string | null
  accountIds: readonly string[]
  adminOf: readonly string[]
  accountRoles?: Readonly<Record<string, AccountRole>> | undefined
  burns: boolean
  mints: boolean
}

/** Burns and mints: admins of the registry decide on them. */
export function isDecidedByRegistry(type: PendingType): boolean {
  return type === 'burn' || type === 'mint'
}

/**
 * The decisions open to a caller. The sender's people (of a burn: those who burn) approve, refuse and withdraw, the
 * one who prepared the act only withdraws; the recipient's people accept and refuse. Of the sender's people those approve
 * whose role lets them. Those who mint for the whole registry decide on a mint unless they had a part in its opinions;
 * people of its account may withdraw it.
 */
export function decisionsOf(act: PendingFacts, caller: PendingCaller): PendingDecision[] {
  if (!act.isWaiting || caller.userId === null) return []
  const isOfAccount = caller.accountIds.includes(act.fromId)
  const isSender = { transfer: isOfAccount, claim: isOfAccount, burn: caller.burns, mint: isOfAccount || caller.mints }[
    act.type
  ]
  const mayApprove = {
    transfer: isOfAccount && approvesFor(act, caller),
    claim: isOfAccount && approvesFor(act, caller),
    burn: caller.burns,
    mint: caller.mints && !act.isOwnOpinion,
  }[act.type]
  const isRecipient = act.toId !== null && caller.accountIds.includes(act.toId)
  const isJudge = {
    approval: mayApprove && !isOwnStep(caller.userId, act.preparedBy),
    acceptance: isRecipient,
    undo: false,
  }[act.waitsFor]
  return [...(isJudge ? (['proceed', 'refuse'] as const) : []), ...(isSender ? (['withdraw'] as const) : [])]
}

/** Whether the caller's role approves what leaves the sender's account. */
export function approvesFor(
  { fromId, hasApprovers }: Pick<PendingFacts, 'fromId' | 'hasApprovers'>,
  { accountRoles, adminOf }: Pick<PendingCaller, 'accountRoles' | 'adminOf'>,
): boolean {
  return approves({ role: accountRoles?.[fromId], isAdmin: adminOf.includes(fromId) }, { hasApprovers })
}
