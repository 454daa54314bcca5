import { z } from 'zod'
import type { AuditLine } from '#shared/contract/audit.ts'

const facts = z.record(z.string(), z.unknown()).catch({})

/** One fact that an act changed or, where `before` is undefined, noted. */
export interface Fact {
  field: string
  before: unknown
  after: unknown
}

/** What a line says of what was changed, field by field; what was so already, or is empty, is left out. */
export function factsOf(line: Pick<AuditLine, 'before' | 'after'>): Fact[] {
  const before = facts.parse(line.before)
  const after = facts.parse(line.after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((fact) => !isSame(fact.before, fact.after))
}

function isSame(one: unknown, other: unknown): boolean {
  return (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other)
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** How many units, rows or movements a line tells of. */
export function quantityIn({ after }: AuditLine): number {
  const { quantity, rows, movements } = facts.parse(after)
  return z
    .number()
    .catch(0)
    .parse(quantity ?? rows ?? movements)
}

/** The account that units went to. */
export function recipientIn({ after, names }: AuditLine): string {
  const { to } = facts.parse(after)
  return typeof to === 'string' ? (names[`account:${to}`] ?? to) : ''
}
