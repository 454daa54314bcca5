import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import type { UnitsState, Verdict } from '#shared/rules/verdict.ts'
import { endpoint } from './endpoint.ts'
import { type Column, heads } from './export.ts'
import { bytes, id, searchText } from './fields.ts'

/** A line of the file. Units are 0 where the text names no serial number. */
export type VerifiedLine = Record<UnitsState, number> & {
  line: number
  asked: string
  verdict: Verdict
  units: number
  /** Numbers of the claims that retired the units, or that the text names. */
  claims: string[]
  address: string
}

const field = (name: string & keyof VerifiedLine, label: Column<VerifiedLine>['label']): Column<VerifiedLine> => ({
  name,
  label,
  of: (line) => line[name],
})
const unitsIn = (name: string, state: UnitsState): Column<VerifiedLine> => ({
  name,
  label: `columns.verified.${name}` as Column<VerifiedLine>['label'],
  of: (line) => line[state],
})

export const verifiedColumns: readonly Column<VerifiedLine>[] = [
  field('line', 'columns.verified.line'),
  field('asked', 'columns.verified.asked'),
  { ...field('verdict', 'columns.verified.verdict'), words: 'verdict' },
  field('units', 'columns.verified.units'),
  unitsIn('retired', 'retired'),
  unitsIn('held', 'held'),
  unitsIn('locked', 'locked'),
  unitsIn('cancelled', 'cancelled'),
  unitsIn('neverIssued', 'never issued'),
  unitsIn('notLookedAt', 'not looked at'),
  field('claims', 'columns.verified.claims'),
  field('address', 'columns.verified.address'),
  { name: 'asOf', label: 'columns.asOf', of: (_, asOf) => asOf.toISOString() },
]

/** `lookUp` for a list. */
export const verifyLines = endpoint({
  name: 'verifyLines',
  method: 'POST',
  path: '/api/verify',
  repeats: 'harmless',
  summary:
    'Verifies a list of serial numbers, claim or project numbers, codes, addresses or hashes, as CSV with a line for each',
  description: `A failure on the way cuts the connection before the end of the answer. The columns: ${verifiedColumns.map(({ name }) => `\`${name}\``).join(', ')}.`,
  isSearch: true,
  access: 'registry.read',
  body: z.strictObject({
    tenantId: id,
    lines: z
      .array(searchText(limits.lookUp))
      .min(1)
      .max(limits.linesVerified)
      .describe('empty lines are passed over; `line` counts them'),
    heads,
  }),
  reply: bytes,
  file: 'text/csv; charset=utf-8',
  failures: ['not_found'],
})
