import type { AuditedAct } from './audited.ts'
import type { Act, Actor } from './permissions.ts'

/**
 * Separation of duties: whoever does one of these acts judges the steps beside it, as the audit log names them. Nobody judges a
 * step that they took, or that somebody took who then belonged to an account with them, whatever their accounts are today
 * (docs/adr/0081-separation-of-duties.md).
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
    'project.submit',
    'project.reopen',
    'measurement.open',
    'measurement.submit',
    'measurement.accept',
    'verification.respond',
  ],
  'units.mint': ['verification.start', 'verification.verify', 'verification.stateYears'],
} as const satisfies Partial<Record<Act, readonly AuditedAct[]>>
export type Judgement = keyof typeof stepsJudgedBy

/** What is judged: the accounts whose work it is, and the things on which its steps were taken, each as `kind:id`. */
export type Work = { accountIds: readonly (string | null)[]; things: readonly string[] }

/** Whether work is the caller's own: of an account that it belongs to, or on one of the things on which its side took a step. */
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
