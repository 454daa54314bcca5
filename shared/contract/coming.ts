import { z } from 'zod'
import type { ProtectionName } from '#shared/rules/protection.ts'
import { time } from './fields.ts'

const value = z.union([z.int(), z.boolean(), z.string(), z.null()])

/** Weaker values of rules that were saved and wait a day. */
export const comingOf = <const Names extends readonly [ProtectionName, ...ProtectionName[]]>(names: Names) =>
  z
    .array(z.object({ name: z.enum(names), value, present: value, startsAt: time, askedBy: z.string() }))
    .describe('weaker values that were saved and wait a day')

export type Coming<Name extends ProtectionName = ProtectionName> = {
  name: Name
  value: z.output<typeof value>
  present: z.output<typeof value>
  startsAt: string
  askedBy: string
}
