import type { ProjectStatus } from '#shared/rules/lifecycle/project.ts'

/** `over`: the period has ended. */
export type MappedStatus = { status: ProjectStatus; over?: true }

/** The first match wins. Reasons in docs/adr/0010-import.md. */
const meanings: readonly (readonly [RegExp, MappedStatus])[] = [
  [/^(Under development|Listed|Pipeline.*)$/, { status: 'draft' }],
  [/^(Under validation|Registration requested|.*approval requested)$/, { status: 'pending' }],
  [/^(Registered|(Gold Standard )?Certified Design)$/, { status: 'approved' }],
  [/^((Gold Standard )?Certified Project|Late to verify)$/, { status: 'active' }],
  [/^(Crediting Period Renewal Requested|Requantification Requested)$/, { status: 'active' }],
  [/^(Completed|Inactive|Units Transferred from Approved GHG Program)$/, { status: 'active', over: true }],
  [/^(Rejected.*|.*denied)$/, { status: 'rejected' }],
  [/^(Withdrawn|Cancell?ed|Transitioned|Transfer to Another GHG Program)$/, { status: 'withdrawn' }],
  [/^On Hold.*$/, { status: 'suspended' }],
]

/** Null if unknown. */
export function mappedStatus(word: string): MappedStatus | null {
  return meanings.find(([pattern]) => pattern.test(word))?.[1] ?? null
}
