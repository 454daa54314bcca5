import { z } from 'zod'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import { limits } from '#shared/rules/limits.ts'
import { provider } from './accounts.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { date, id, listOf, listQuery, quantity, text, time, units } from './fields.ts'

export const verificationStatus = z.enum(statesOf(verificationMachine))

export const verification = z.object({
  verificationId: id,
  tenantId: id,
  measurementId: id,
  projectId: id,
  projectKey: z.string(),
  project: z.string(),
  accountId: id.describe('the verification provider'),
  account: z.string(),
  methodology: z.string().nullable(),
  periodStart: date,
  periodEnd: date,
  dueDate: date.nullable(),
  measured: units,
  quantity: units.nullable().describe('the verified quantity'),
  issued: units,
  available: units.describe('verified and not yet issued'),
  statement: z.string(),
  status: verificationStatus,
  created: time,
  decidedAt: time.nullable(),
  acts: z.array(z.enum(['verify', 'refuse', 'mint'])),
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
  name: 'readVerification',
  method: 'GET',
  path: '/api/verification/:verificationId',
  summary: "One verification, for its project's account, its provider and tenant admins",
  access: 'verification.list',
  params: z.strictObject({ verificationId: id }),
  reply: verification,
  failures: ['unauthenticated', 'not_found'],
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
      statement: text(limits.description, 1),
      noConflictOfInterest: z.literal(true, 'the verifier declares that it has no conflict of interest'),
    })
    .refine((body) => body.outcome !== 'verified' || body.quantity !== undefined, {
      path: ['quantity'],
      error: 'Required',
    }),
  reply: verification,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})
