import { z } from 'zod'
import { isAuditedAct, isAuditedGroup } from '#shared/rules/audited.ts'
import { because } from '#shared/rules/failure.ts'
import { endpoint } from './endpoint.ts'
import { date, listOf, listQuery, time, username } from './fields.ts'

export const auditLine = z.object({
  sequence: z.int(),
  at: time,
  actor: z.string(),
  actorName: z
    .string()
    .nullable()
    .describe(
      "for account admins the organisation of a person of another one; of an auditor's link, for whom it is; null when nobody of that username is known (any more)",
    ),
  act: z.string(),
  subject: z.string().describe('kind:id'),
  subjectPath: z.string().nullable().describe('the screen that shows it'),
  names: z.record(z.string(), z.string()).describe('of the subject and of what before and after name, by kind:id'),
  before: z.unknown(),
  after: z.unknown(),
  address: z
    .string()
    .nullable()
    .describe("account admins are told those of their own people and of their auditors' links alone"),
  requestId: z.string().nullable(),
})
export type AuditLine = z.output<typeof auditLine>

/** An act, or a group of acts (the first part of the name). */
export const auditedActOrGroup = z.string().refine((text) => isAuditedAct(text) || isAuditedGroup(text), {
  error: 'must be an act such as project.approve, or project',
  params: because('invalid.act'),
})

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  summary: 'Who did what, newest first: in the tenant or, for account admins, to what is their own',
  access: 'audit.read',
  query: z.strictObject({
    ...listQuery,
    act: auditedActOrGroup.optional(),
    actor: username.optional().describe('a username, as the lines have it'),
    from: date.optional().describe('the first day, in UTC'),
    to: date.optional().describe('the last day, in UTC'),
  }),
  reply: listOf(auditLine),
  failures: ['unauthenticated', 'forbidden', 'invalid'],
})

export const auditActor = auditLine.pick({ actor: true, actorName: true })
export type AuditActor = z.output<typeof auditActor>

export const listAuditActors = endpoint({
  name: 'listAuditActors',
  method: 'GET',
  path: '/api/audit/actors',
  summary: 'Who has done anything that the audit log tells of, whoever did so last first',
  access: 'audit.read',
  query: z.strictObject({ q: listQuery.q }),
  reply: z.object({ items: z.array(auditActor) }),
  failures: ['unauthenticated', 'forbidden', 'invalid'],
})
