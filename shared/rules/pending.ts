import { isOwnStep } from './duties.ts'

/** For what an act waits, in this order: a second person, then the recipient or the time in which it can be undone. */
export const pendingStages = ['approval', 'acceptance', 'undo'] as const
export type PendingStage = (typeof pendingStages)[number]

/** How an act ended: with its movement, or with its units free again. */
export const pendingOutcomes = ['done', 'refused', 'withdrawn', 'expired', 'failed'] as const
export type PendingOutcome = (typeof pendingOutcomes)[number]

/** What people decide: `proceed` approves or accepts, `withdraw` also undoes. */
export const pendingDecisions = ['proceed', 'refuse', 'withdraw'] as const
export type PendingDecision = (typeof pendingDecisions)[number]

export type PendingFacts = {
  type: 'transfer' | 'claim' | 'burn'
  waitsFor: PendingStage
  isWaiting: boolean
  fromId: string
  toId: string | null
  preparedBy: string
}

/** The part of the caller: who moves units of which accounts, and whether for the whole registry. */
export type PendingCaller = { userId: string | null; accountIds: readonly string[]; burns: boolean }

/**
 * The decisions open to a caller. The sender's people (of a burn: those who burn) approve, refuse and withdraw, the
 * one who prepared the act only withdraws; the recipient's people accept and refuse.
 */
export function decisionsOf(act: PendingFacts, caller: PendingCaller): PendingDecision[] {
  if (!act.isWaiting || caller.userId === null) return []
  const isSender = act.type === 'burn' ? caller.burns : caller.accountIds.includes(act.fromId)
  const isRecipient = act.toId !== null && caller.accountIds.includes(act.toId)
  const isJudge = {
    approval: isSender && !isOwnStep(caller.userId, act.preparedBy),
    acceptance: isRecipient,
    undo: false,
  }[act.waitsFor]
  return [...(isJudge ? (['proceed', 'refuse'] as const) : []), ...(isSender ? (['withdraw'] as const) : [])]
}
