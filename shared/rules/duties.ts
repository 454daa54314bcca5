import type { AuditedAct } from './audited.ts'
import type { Act, Actor } from './permissions.ts'

/**
 * Separation of duties: the audited steps that each act judges. Nobody judges a step of their own or of a person who
 * then shared an account with them (docs/adr/0081-separation-of-duties.md).
 */
export const stepsJudgedBy = {
  'account.decide': ['account.create', 'account.edit', 'account.reapply'],
  'project.decide': ['project.create', 'project.submit', 'project.reopen'],
  'methodology.decide': [
    'methodology.create',
    'methodology.edit',
    'methodology.propose',
    'methodology.submit',
    'methodology.reopen',
  ],
  'measurement.accept': ['measurement.submit'],
  'verification.decide': [
    'project.create',
    'project.edit',
    'project.document',
    'project.submit',
    'project.reopen',
    'measurement.open',
    'measurement.document',
    'measurement.submit',
    'measurement.requestChanges',
    'measurement.accept',
    'verification.respond',
  ],
  'units.mint': [
    'verification.start',
    'verification.planVisit',
    'verification.openFinding',
    'verification.check',
    'verification.ask',
    'verification.close',
    'verification.document',
    'verification.verify',
    'verification.stateYears',
  ],
} as const satisfies Partial<Record<Act, readonly AuditedAct[]>>
export type Judgement = keyof typeof stepsJudgedBy

/** Audited acts of a second pair of eyes: anybody but the one who took the step, colleagues too. */
export const stepsOfAnother = {
  'pending.approve': ['pending.prepare'],
  'account.liftStop': ['account.stop', 'account.stopByLink'],
} as const satisfies Partial<Record<AuditedAct, readonly AuditedAct[]>>

/** Whether the caller took the step, in whatever account. */
export function isOwnStep(userId: string | null, takenBy: string | null): boolean {
  return userId !== null && userId === takenBy
}

/** The accounts of the judged work, and its objects as `kind:id`. */
export type Work = { accountIds: readonly (string | null)[]; things: readonly string[] }

/** Issuing relies on the verifier's opinion. */
export function mintedWork({ verificationId, accountId }: { verificationId: string; accountId: string }): Work {
  return { accountIds: [accountId], things: [`verification:${verificationId}`] }
}

/** Whether the work belongs to the caller's accounts, or the caller's side took a step on one of its objects. */
export function isOwnWork(
  { accountIds }: Pick<Actor, 'accountIds'>,
  work: Work,
  ownThings: ReadonlySet<string>,
): boolean {
  return (
    work.accountIds.some((id) => id !== null && accountIds.includes(id)) ||
    work.things.some((thing) => ownThings.has(thing))
  )
}
