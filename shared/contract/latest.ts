import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, time, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

const latest = z.object({
  quantity: units,
  at: time,
  projectName: z.string().nullable().describe('null where the units are of several projects'),
})

export const readLatest = endpoint({
  ...readingCalls.readLatest,
  summary: 'The latest issuances and retirements of a registry, for anybody, five of each',
  query: z.strictObject({ tenantId: id }),
  reply: z.object({
    issuances: z.array(latest.extend({ transactionId: id })),
    retirements: z.array(
      latest.extend({
        claimId: id,
        beneficiary: z.string().describe('empty when the beneficiary is anonymous or was not named'),
      }),
    ),
  }),
  failures: ['not_found'],
})
