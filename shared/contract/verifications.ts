import { z } from 'zod'
import { sumOf } from '#shared/rules/calendar-years.ts'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { findingMachine, findingTypes, verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import { limits } from '#shared/rules/limits.ts'
import { provider } from './accounts.ts'
import { firstCalls } from './calls.ts'
import { documentRecord } from './documents.ts'
import { endpoint } from './endpoint.ts'
import {
  byYear,
  date,
  day,
  faultAt,
  id,
  listOf,
  listQuery,
  quantity,
  quantityOfYear,
  text,
  time,
  units,
  wasOf,
} from './fields.ts'
import { history } from './history.ts'
import { readingCalls } from './reading-calls.ts'

export const verificationStatus = z.enum(statesOf(verificationMachine))

const reserved = { reserved: units.optional().describe('by mints that wait') }

export const verification = z.object({
  verificationId: id,
  tenantId: id,
  measurementId: id,
  projectId: id,
  projectKey: z.string(),
  project: z.string(),
  accountId: id.describe('the verification provider'),
  account: z.string(),
  methodologyId: id.nullable().describe('the version that was measured by'),
  methodology: z.string().nullable(),
  methodologyVersion: z.string().nullable(),
  periodStart: date,
  periodEnd: date,
  dueDate: date.nullable(),
  measured: units,
  measuredByYear: byYear.nullable().describe('null where it was not stated by calendar year'),
  quantity: units.nullable().describe('the verified quantity'),
  byYear: z
    .array(quantityOfYear.extend({ issued: units, ...reserved }))
    .nullable()
    .describe('the verified quantity by calendar year, which is the vintage of its units; null until it is stated'),
  quantityReason: z.string().nullable().describe('why less is verified than was measured'),
  issued: units,
  ...reserved,
  available: units.describe('verified, and neither issued nor reserved'),
  declaration: z.string().describe("the verifier's, that it has no conflict of interest"),
  startedAt: time.nullable(),
  visitStart: date.nullable().describe('the first day of the visit to the site'),
  visitEnd: date.nullable(),
  openFindings: units,
  statement: z.string(),
  status: verificationStatus,
  created: time,
  decidedAt: time.nullable(),
  acts: z.array(z.enum(['start', 'planVisit', 'openFinding', 'verify', 'refuse', 'stateYears', 'mint'])),
})
export type Verification = z.output<typeof verification>

export const listVerifications = endpoint({
  ...firstCalls.listVerifications,
  summary:
    "The verifications of the caller's projects and those assigned to its account; all of them for a tenant admin",
  query: z.strictObject({
    tenantId: id,
    ...listQuery,
    status: verificationStatus.optional(),
    projectId: id.optional(),
  }),
  reply: listOf(verification),
  failures: ['unauthenticated', 'not_found'],
})

export const readVerification = endpoint({
  ...readingCalls.readVerification,
  summary: "One verification, for its project's account, who measured, its provider and tenant admins",
  params: z.strictObject({ verificationId: id }),
  reply: verification,
  failures: ['unauthenticated', 'not_found'],
})

export const readVerificationHistory = endpoint({
  ...readingCalls.readVerificationHistory,
  summary: 'What was done to a verification, oldest first, for those who may read it',
  params: z.strictObject({ verificationId: id }),
  reply: history,
  failures: ['unauthenticated', 'not_found'],
})

export const findingStatus = z.enum(statesOf(findingMachine))

const placeNumber = z.int('must be a whole number').min(1, 'must be at least 1').max(limits.placeNumber)
const thousandths = z.int('must be a whole number').min(0, 'must not be below 0').max(1_000, 'must be at most 1000')

/** A place in a document: a page of a PDF, a row of a table, a region of a picture, or the whole document. */
const place = z.strictObject({
  documentId: id,
  page: placeNumber.optional().describe('of a PDF, from 1'),
  sheet: placeNumber.optional().describe('of a workbook, from 1, with the row'),
  row: placeNumber.optional().describe('of a table, from 1, its heading included'),
  region: z
    .strictObject({ left: thousandths, top: thousandths, width: thousandths, height: thousandths })
    .optional()
    .describe('of a picture, in thousandths of its width and height'),
})
export type Place = z.output<typeof place>

export const finding = z.object({
  findingId: id,
  verificationId: id,
  name: z.string().describe('type and number: CAR 1'),
  type: z.enum(findingTypes).describe('corrective action request, clarification, forward action request'),
  number: z.int(),
  words: z.string(),
  ownerSide: z.enum(['proponent', 'measurer']),
  owner: z.string().describe("the owner's name"),
  dueDate: date.nullable(),
  overdue: z.boolean(),
  status: findingStatus,
  place: place.extend({ originalName: z.string() }).nullable().describe('where in the evidence it was found'),
  created: time,
  messages: z.array(
    z.object({
      messageId: id,
      act: z.enum(['respond', 'ask', 'close']),
      account: z.string(),
      words: z.string(),
      at: time,
    }),
  ),
  acts: z.array(z.enum(['respond', 'ask', 'close'])),
})
export type Finding = z.output<typeof finding>

export const listFindings = endpoint({
  ...readingCalls.listFindings,
  summary:
    'The findings of a verification with what was said about each, and the FARs that earlier periods carry forward',
  params: z.strictObject({ verificationId: id }),
  reply: z.object({ items: z.array(finding), carried: z.array(finding) }),
  failures: ['unauthenticated', 'not_found'],
})

export const watchFindings = endpoint({
  name: 'watchFindings',
  method: 'GET',
  path: '/api/verification/:verificationId/events',
  summary: 'Server-sent events with a word for the findings of a verification: another word, another thread',
  access: 'verification.list',
  params: z.strictObject({ verificationId: id }),
  reply: z.string(),
  file: 'text/event-stream',
  failures: ['unauthenticated', 'not_found', 'too_many_requests'],
})

const evidenceFile = documentRecord.extend({
  subjectKind: z.enum(['measurement', 'verification', 'finding']),
  subjectId: id,
  finding: z.string().nullable().describe('the name of the finding that it belongs to'),
  addedBy: z.string().nullable(),
  isNewest: z.boolean().describe('no later version of it is there'),
  checks: z
    .array(z.object({ name: z.string(), at: time, isOwn: z.boolean() }))
    .describe('who of the verification provider has checked it; told to its people alone'),
})
export type EvidenceFile = z.output<typeof evidenceFile>

export const listVerificationFiles = endpoint({
  ...readingCalls.listVerificationFiles,
  summary: 'The documents of a verification, its measurement and its findings, all versions, newest first',
  params: z.strictObject({ verificationId: id }),
  reply: z.object({
    items: z.array(evidenceFile),
    seesChecks: z.boolean().describe('whether the caller is told what is checked'),
    acts: z.array(z.enum(['check'])).describe('what the caller may do now'),
  }),
  failures: ['unauthenticated', 'not_found'],
})

export const checkFile = endpoint({
  name: 'checkFile',
  method: 'POST',
  path: '/api/verification/:verificationId/files/:documentId/check',
  summary: 'Notes for the people of the verification provider that the caller has checked a document, or takes it back',
  access: 'verification.decide',
  params: z.strictObject({ verificationId: id, documentId: id }),
  body: z.strictObject({ isChecked: z.boolean() }),
  reply: z.object({ documentId: id, isChecked: z.boolean() }),
  failures: ['unauthenticated', 'forbidden', 'own_work', 'conflict_of_interest', 'not_found', 'conflict', 'invalid'],
})

export const startVerification = endpoint({
  name: 'startVerification',
  method: 'POST',
  path: '/api/verification/:verificationId/start',
  summary: 'The verification provider declares, in its own words, that it has no conflict of interest, and begins',
  access: 'verification.decide',
  params: z.strictObject({ verificationId: id }),
  body: z.strictObject({
    declaration: text(limits.statement, 1),
    noConflictOfInterest: z.literal(true, 'the verifier declares that it has no conflict of interest'),
  }),
  reply: verification,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'conflict_of_interest', 'not_found', 'conflict', 'invalid'],
})

const visit = { visitStart: day, visitEnd: day }

export const planVisit = endpoint({
  name: 'planVisit',
  method: 'POST',
  path: '/api/verification/:verificationId/visit',
  summary: 'Says when the site is or was visited',
  access: 'verification.decide',
  params: z.strictObject({ verificationId: id }),
  body: z
    .strictObject({ ...visit, was: wasOf(visit) })
    .refine(
      (body) => body.visitStart <= body.visitEnd,
      faultAt('visitEnd', 'must not be before the first day', 'days.order'),
    ),
  reply: verification,
  failures: [
    'unauthenticated',
    'forbidden',
    'own_work',
    'conflict_of_interest',
    'not_found',
    'conflict',
    'changed_meanwhile',
    'invalid',
  ],
})

export const openFinding = endpoint({
  name: 'openFinding',
  method: 'POST',
  path: '/api/verification/:verificationId/finding',
  summary: 'Opens a finding, which has to be closed before anything is verified',
  access: 'verification.decide',
  params: z.strictObject({ verificationId: id }),
  body: z.strictObject({
    type: z.enum(findingTypes),
    words: text(limits.statement, 1),
    ownerSide: z.enum(['proponent', 'measurer']),
    dueDate: day.optional(),
    place: place.optional().describe('of a document of the verification, its measurement or its findings'),
  }),
  reply: finding,
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'conflict_of_interest', 'not_found', 'conflict', 'invalid'],
})

export const answerFinding = endpoint({
  name: 'answerFinding',
  method: 'POST',
  path: '/api/finding/:findingId/message',
  summary:
    'Its owner responds to a finding; the verifier asks again, or closes it, a FAR with the note that is carried forward',
  access: 'finding.answer',
  params: z.strictObject({ findingId: id }),
  body: z.strictObject({ act: z.enum(['respond', 'ask', 'close']), words: text(limits.statement, 1) }),
  reply: finding,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'conflict_of_interest', 'not_found', 'conflict', 'invalid'],
})

export const listVerificationProviders = endpoint({
  name: 'listVerificationProviders',
  method: 'GET',
  path: '/api/verification/providers/all',
  summary: 'The active verification providers of the tenant',
  access: 'tenant.read',
  query: z.strictObject({ ...listQuery }),
  reply: listOf(provider),
  failures: ['unauthenticated'],
})

export const decideVerification = endpoint({
  name: 'decideVerification',
  method: 'POST',
  path: '/api/verification/:verificationId/decision',
  summary:
    "The verification provider's opinion: a verified quantity up to the measured one, or a refusal with its reason",
  access: 'verification.decide',
  params: z.strictObject({ verificationId: id }),
  body: z
    .strictObject({
      outcome: z.enum(['verified', 'not verified']),
      quantity: quantity.optional(),
      byYear: byYear.optional().describe('the quantity by calendar year; required where the period crosses one'),
      quantityReason: text(limits.statement, 1)
        .optional()
        .describe('why less than was measured; without a start of its own the statement says it'),
      statement: text(limits.description, 1),
      noConflictOfInterest: z
        .literal(true, 'the verifier declares that it has no conflict of interest')
        .optional()
        .describe('required where nobody has started the verification'),
    })
    .refine((body) => body.outcome !== 'verified' || body.quantity !== undefined, {
      path: ['quantity'],
      error: 'Required',
      params: { reason: 'ui.invalid.required' },
    })
    .refine(
      ({ outcome, quantity, byYear }) => outcome !== 'verified' || byYear === undefined || quantity === sumOf(byYear),
      faultAt('byYear', 'must add up to the quantity', 'years.sum'),
    ),
  reply: verification,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'conflict_of_interest', 'not_found', 'conflict', 'invalid'],
})

export const stateYears = endpoint({
  name: 'stateYears',
  method: 'POST',
  path: '/api/verification/:verificationId/years',
  summary:
    'States the verified quantity of a period that crosses calendar years by year, where the opinion did not, before any of it is issued',
  access: 'verification.decide',
  params: z.strictObject({ verificationId: id }),
  body: z.strictObject({ byYear }),
  reply: verification,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'conflict_of_interest', 'not_found', 'conflict', 'invalid'],
})
