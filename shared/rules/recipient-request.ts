import { type AccountRole, approves } from './account-roles.ts'
import { isOwnStep } from './duties.ts'

/** How the wait of a recipient for a second person ended. */
export const recipientOutcomes = ['confirmed', 'refused', 'withdrawn', 'expired', 'stopped'] as const
export type RecipientOutcome = (typeof recipientOutcomes)[number]

export const recipientDecisions = ['confirm', 'refuse', 'withdraw'] as const
export type RecipientDecision = (typeof recipientDecisions)[number]

/** People of the account take a request back; those who approve its movements confirm and refuse, but who asked. */
export function recipientDecisionsOf(
  { askedBy, isWaiting, hasApprovers }: { askedBy: string; isWaiting: boolean; hasApprovers: boolean },
  { userId, role, isAdmin }: { userId: string; role: AccountRole | undefined; isAdmin: boolean },
): RecipientDecision[] {
  if (!isWaiting) return []
  const isSecond = approves({ role, isAdmin }, { hasApprovers }) && !isOwnStep(userId, askedBy)
  return isSecond ? ['confirm', 'refuse', 'withdraw'] : ['withdraw']
}
