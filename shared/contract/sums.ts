import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, time, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

export const sums = z.object({
  key: z
    .string()
    .describe('a month as 2024-03, the year of a vintage, a type or a country; empty where a project does not say'),
  issued: units,
  retired: units,
  cancelled: units,
  held: units.describe('issued and not gone; of months, at the end of the month'),
})
export type Sums = z.output<typeof sums>

export const readSums = endpoint({
  ...readingCalls.readSums,
  summary:
    'Units issued, retired, cancelled and held by month, vintage, type and country, and for whom most were retired, as kept with the movements',
  isSearch: true,
  query: z.strictObject({ tenantId: id }),
  reply: z.object({
    asOf: time,
    sequence: z.int().describe('the last movement in the hash chain that is counted; 0 before there is any'),
    months: z.array(sums).describe('those in which units were issued or left circulation, the earliest first'),
    vintages: z.array(sums),
    types: z.array(sums).describe('the most issued first'),
    countries: z.array(sums).describe('the most issued first'),
    beneficiaries: z
      .array(
        z.object({
          name: z.string(),
          claims: units,
          units,
          spellings: z.int().describe('how many are one with this name'),
        }),
      )
      .describe(
        'organisations for which most units were retired, at most 100, each by the spelling that most units have',
      ),
  }),
  failures: ['not_found'],
})
