import { z } from 'zod'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import { limits } from '#shared/rules/limits.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { id, line, listOf, listQuery, soughtText, text, time } from './fields.ts'

export const methodologyStatus = z.enum(statesOf(methodologyMachine))

export const methodology = z.object({
  methodologyId: id,
  tenantId: id,
  accountId: id.nullable(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  document: z.string().nullable(),
  status: methodologyStatus,
  statusReason: z.string().nullable(),
  measurementProviders: z.int(),
  verificationProviders: z.int(),
  createdAt: time,
  acts: z.array(z.enum(['approve', 'reject', 'deprecate'])).describe('what the caller may do now'),
})
export type Methodology = z.output<typeof methodology>

export const listMethodologies = endpoint({
  ...firstCalls.listMethodologies,
  summary: 'The methodologies of the tenant: approved ones, and those that the caller proposed',
  query: z.strictObject({ ...listQuery, status: methodologyStatus.optional() }),
  reply: listOf(methodology),
  failures: ['unauthenticated'],
})

export const readMethodology = endpoint({
  name: 'readMethodology',
  method: 'GET',
  path: '/api/methodology/name',
  summary: 'The newest visible version of the methodology of that name',
  access: 'tenant.read',
  query: z.strictObject({ methodologyName: soughtText(limits.methodologyName, 1) }),
  reply: methodology,
  failures: ['unauthenticated', 'not_found'],
})

export const readMethodologyVersion = endpoint({
  name: 'readMethodologyVersion',
  method: 'GET',
  path: '/api/methodology/:methodologyId',
  summary: 'One methodology version: an approved one, or one that the caller proposed; any of them for a tenant admin',
  access: 'tenant.read',
  params: z.strictObject({ methodologyId: id }),
  reply: methodology,
  failures: ['unauthenticated', 'not_found'],
})

export const proposeMethodology = endpoint({
  name: 'proposeMethodology',
  method: 'POST',
  path: '/api/methodology',
  summary: 'Proposes a methodology version; it is pending until a tenant admin decides',
  access: 'methodology.propose',
  body: z.strictObject({
    name: line(limits.methodologyName, 3),
    version: line(limits.methodologyVersion, 1),
    description: text(limits.description),
  }),
  reply: methodology,
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'conflict'],
})

export const decideMethodology = endpoint({
  name: 'decideMethodology',
  method: 'POST',
  path: '/api/methodology/:methodologyId/decision',
  summary: 'Approves, rejects or deprecates a methodology version',
  access: 'methodology.decide',
  params: z.strictObject({ methodologyId: id }),
  body: z.strictObject({ act: z.enum(['approve', 'reject', 'deprecate']), reason: text(limits.message).optional() }),
  reply: methodology,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})
