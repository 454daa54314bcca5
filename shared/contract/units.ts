import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { evidence } from './evidence.ts'
import { id, searchText, time, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'
import { foundSerial } from './registry.ts'
import { publicRecord } from './transactions.ts'

/** A range of serial numbers of one asset. */
const unitsFound = z.object({
  serial: z.string().describe('as this registry writes it'),
  origin: z.string().nullable().describe('as the registry of origin wrote it, if it was asked for by that'),
  quantity: units,
  parts: foundSerial.shape.parts,
  asset: z.object({
    assetId: id,
    project: z.string(),
    projectKey: z.string(),
    country: z.string(),
    vintage: z.string(),
    batch: z.int(),
    issued: units,
  }),
  evidence: evidence.nullable().describe('what the units rest on, in as far as it is published'),
  movements: z
    .array(
      publicRecord
        .pick({ transactionId: true, type: true, from: true, to: true, claimId: true, settlement: true })
        .extend({ at: time, first: units, last: units, quantity: units }),
    )
    .describe(`of the range from its issue to now, newest first, at most ${limits.unitMovements}`),
  movementCount: z.int(),
})
export type UnitsFound = z.output<typeof unitsFound>

export const readUnits = endpoint({
  ...readingCalls.readUnits,
  summary:
    'What the units of a range of serial numbers are: state, project, evidence, and each movement since their issue',
  params: z.strictObject({ serial: searchText(limits.lookUp, 1) }),
  query: z.strictObject({ tenantId: id }),
  reply: unitsFound,
  failures: ['not_found'],
})
