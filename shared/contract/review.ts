import { z } from 'zod'
import { reviewStages } from '#shared/rules/lifecycle/review.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'

export const clockLine = z.object({
  month: z.string().describe('YYYY-MM, in UTC, in which the decisions were made'),
  stage: z.enum(reviewStages),
  decided: z.int(),
  medianHours: z.int(),
  longestHours: z.int(),
})
export type ClockLine = z.output<typeof clockLine>

export const readReviewClock = endpoint({
  ...firstCalls.readReviewClock,
  summary:
    'How long decisions took in each of the last twelve months: from what asked for one to the decision, median and longest',
  reply: z.object({ items: z.array(clockLine) }),
  failures: ['unauthenticated', 'forbidden'],
})
