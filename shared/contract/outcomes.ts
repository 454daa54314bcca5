import { z } from 'zod'
import { idempotencyKeyCharacters } from '#shared/rules/idempotency.ts'
import { limits } from '#shared/rules/limits.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'

export const outcome = z.object({
  isDone: z.boolean(),
  call: z.string().nullable().describe('the call that was made, by its operationId; null while none was'),
  answer: z
    .unknown()
    .describe(
      'what it answered; null for a movement of units, whose call answers again when it is repeated with its key',
    ),
})
export type Outcome = z.output<typeof outcome>

export const readOutcome = endpoint({
  ...firstCalls.readOutcome,
  summary: 'What became of a call that the caller made under an Idempotency-Key and whose answer was lost',
  query: z.strictObject({
    key: z.string().regex(idempotencyKeyCharacters, 'visible ASCII characters').max(limits.idempotencyKey),
  }),
  reply: outcome,
  failures: ['unauthenticated', 'invalid'],
})
