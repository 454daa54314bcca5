import { z } from 'zod'
import { noticeKinds } from '#shared/rules/notices.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { byYear, date, id, listOf, listQuery, time } from './fields.ts'
import { userRole } from './users.ts'

const noticeId = z.string().regex(/^\d{1,16}$/, 'must be the id of a notice')

export const noticeFacts = z
  .object({
    account: z.string(),
    accountId: id,
    ownAccount: z.string().describe('for people of several accounts: which of theirs the notice concerns'),
    formerName: z.string(),
    methodology: z.string(),
    methodologyId: id,
    version: z.string(),
    project: z.string(),
    projectId: id,
    projectKey: z.string(),
    measurementId: id,
    verificationId: id,
    transactionId: id,
    periodStart: date,
    periodEnd: date,
    reason: z.string(),
    finding: z.string(),
    visitStart: date,
    visitEnd: date,
    about: z.string(),
    dueDate: date,
    role: userRole,
    quantity: z.int(),
    serials: z.string(),
    by: z.string(),
    byYear,
  })
  .partial()

export const notice = z.object({
  noticeId,
  kind: z.enum(noticeKinds),
  facts: noticeFacts.describe('what the act named, as it was then'),
  path: z.string().describe('the screen that shows it, an address within the site'),
  createdAt: time,
  isRead: z.boolean(),
})
export type Notice = z.output<typeof notice>

export const listNotices = endpoint({
  ...firstCalls.listNotices,
  summary: 'What the caller was told, newest first, and how much of it is unread',
  query: z.strictObject({ ...listQuery, unread: z.enum(['true', 'false']).optional() }),
  reply: listOf(notice).extend({ unread: z.int() }),
  failures: ['unauthenticated'],
})

export const markNotices = endpoint({
  ...firstCalls.markNotices,
  summary: 'Marks one notice of the caller as read, or all up to the newest that it has seen',
  body: z.union([z.strictObject({ noticeId }), z.strictObject({ upTo: noticeId })]),
  reply: z.object({ unread: z.int() }),
  failures: ['unauthenticated', 'not_found'],
})
