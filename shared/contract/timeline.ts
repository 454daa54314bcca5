import { z } from 'zod'
import { taskSides } from '#shared/rules/lifecycle/tasks.ts'
import { documentRecord } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { date, id, listOf, listQuery, month, time, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'
import { sums } from './sums.ts'

export const timelineEntry = z.object({
  entryId: z.string(),
  at: time,
  act: z.string().describe('as the audit log names it, for example project.approve or units.mint'),
  subjectId: id.describe('of the project, the measurement, the verification, the movement or the claim'),
  path: z.string().nullable().describe('the screen that shows it, an address within the site'),
  periodStart: date.nullable(),
  periodEnd: date.nullable(),
  side: z.enum(taskSides).describe('who acted'),
  account: z.string().nullable().describe('the account of whoever acted; null for the registry'),
  person: z.string().nullable().describe('told to their own account and to tenant admins'),
  from: z.string().nullable().describe('the state before'),
  to: z.string().nullable().describe('the state after'),
  reason: z.string().nullable(),
  quantity: units.nullable(),
  beneficiary: z.string().nullable().describe('for whom units were retired, if that was named'),
  files: z
    .array(
      z.object({
        name: z.string().nullable(),
        sha256: z.string(),
        document: documentRecord
          .pick({ documentId: true, originalName: true, isOpen: true, url: true })
          .nullable()
          .describe('null where the caller may not read it'),
      }),
    )
    .describe('the files that the act rests on'),
})
export type TimelineEntry = z.output<typeof timelineEntry>

const lead = z.object({
  createdAt: time,
  issuances: z.int(),
  firstIssuedAt: time.nullable(),
  issued: units,
  retired: units,
  burnt: units,
  lastRetirement: z.object({ at: time, account: z.string() }).nullable(),
})
export type TimelineLead = z.output<typeof lead>

export const readTimelineLead = endpoint({
  ...readingCalls.readTimelineLead,
  summary: 'The whole timeline of a project in a few figures, all of one moment',
  query: z.strictObject({ projectId: id, tenantId: id.optional() }),
  reply: lead,
  failures: ['not_found'],
})

const timelineMonth = sums.extend({ acts: z.int().describe('how many lines of the timeline are of that month') })
export type TimelineMonth = z.output<typeof timelineMonth>

export const readTimelineMonths = endpoint({
  ...readingCalls.readTimelineMonths,
  summary: 'The timeline of a project summed up by month, in UTC, as kept with the movements',
  query: z.strictObject({ projectId: id, tenantId: id.optional() }),
  reply: z.object({
    asOf: time,
    months: z
      .array(timelineMonth)
      .describe('those in which anything happened that the caller may know, the earliest first'),
  }),
  failures: ['not_found'],
})

export const readTimeline = endpoint({
  ...readingCalls.readTimeline,
  summary:
    'What happened to a project, newest first: everything for its sides, for others what is public since its approval',
  query: z.strictObject({
    projectId: id,
    tenantId: id.optional(),
    month: month.optional().describe('what happened in it alone, in UTC'),
    limit: listQuery.limit,
    cursor: listQuery.cursor,
  }),
  reply: listOf(timelineEntry),
  failures: ['not_found', 'invalid'],
})
