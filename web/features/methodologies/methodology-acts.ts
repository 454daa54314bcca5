import type { Methodology } from '#shared/contract/methodologies.ts'
import { actsIn, methodologyMachine } from '#shared/rules/lifecycle.ts'
import type { Session } from '#web/lib/session.ts'

/** What a tenant admin decides about a methodology version; the way forward stands last, where the eye ends. */
export const methodologyDecisions = ['deprecate', 'reject', 'approve'] as const
export type MethodologyDecision = (typeof methodologyDecisions)[number]

/** The decisions that the reader may make now: a tenant admin's, never about what the own account proposed. */
export function decisionsOn(methodology: Methodology, session: Session): MethodologyDecision[] {
  if (!session.isTenantAdmin || isOwn(methodology, session)) return []
  const possible = actsIn(methodologyMachine, methodology.status)
  return methodologyDecisions.filter((decision) => possible.includes(decision))
}

/** Whether the reader's own account proposed it. */
export function isOwn({ accountId }: Methodology, session: Session): boolean {
  return accountId !== null && accountId === session.accountId
}
