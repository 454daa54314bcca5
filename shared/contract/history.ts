import { z } from 'zod'
import { time } from './fields.ts'

/**
 * The acts on one object, oldest first. Only colleagues and registry admins see the person. Person and account are null
 * for automatic acts.
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
