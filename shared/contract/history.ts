import { z } from 'zod'
import { time } from './fields.ts'

/**
 * What was done to one thing, oldest first. The person is named to colleagues and admins of the registry alone, the account to
 * everybody; of what the calendar did, both are null.
 */
export const history = z.object({
  items: z.array(
    z.object({
      at: time,
      act: z.string(),
      actorName: z.string().nullable(),
      account: z.string().nullable(),
      about: z.string().nullable().describe('the finding, where it was done to one'),
      reason: z.string().nullable(),
      files: z.array(z.string()).describe('the files that the act rests on: title, version and name'),
    }),
  ),
})
export type History = z.output<typeof history>
