import { z } from 'zod'
import type { AuditLine } from '#shared/contract/audit.ts'
import { isSameFact } from '#shared/rules/same-fact.ts'

const facts = z.record(z.string(), z.unknown()).catch({})

/** A fact that was only recorded has no `before`. */
export interface Fact {
  field: string
  before: unknown
  after: unknown
}

/** Returns a line's facts by field, without unchanged and empty ones. */
export function factsOf(line: Pick<AuditLine, 'before' | 'after'>): Fact[] {
  const before = facts.parse(line.before)
  const after = facts.parse(line.after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((fact) => !isSameFact(fact.before, fact.after))
}

/** Returns a line's number of units, rows or movements; a line without a number is about one thing. */
export function quantityIn({ after }: AuditLine): number {
  const { quantity, rows, movements } = facts.parse(after)
  return z
    .number()
    .catch(1)
    .parse(quantity ?? rows ?? movements)
}

/** Returns the name of the receiving account, or ''. */
export function recipientIn({ after, names }: AuditLine): string {
  const { to } = facts.parse(after)
  return typeof to === 'string' ? (names[`account:${to}`] ?? to) : ''
}
