import { z } from 'zod'
import { because } from '#shared/rules/failure.ts'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import { limits } from '#shared/rules/limits.ts'
import { firstCalls } from './calls.ts'
import { documentTitle } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, searchText, text, time, title, wasOf } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

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
  measurementEvidence: z.array(z.string()).describe('the documents without which no measurement is submitted'),
  verificationEvidence: z.array(z.string()).describe('the documents without which nothing is verified'),
  createdAt: time,
  acts: z
    .array(z.enum(['edit', 'allow', 'submit', 'reopen', 'approve', 'return', 'reject', 'deprecate']))
    .describe('what the caller may do now'),
})
export type Methodology = z.output<typeof methodology>

const provider = z.object({
  accountId: id,
  name: z.string(),
  kind: z.enum(['measurement provider', 'verification provider']),
})

export const methodologyVersion = methodology.extend({
  account: z.string().nullable().describe('who proposed it'),
  providers: z
    .array(provider)
    .describe(
      'who may measure and verify under it; where nobody of a kind is named, every active provider of that kind',
    ),
  versions: z
    .array(z.object({ methodologyId: id, version: z.string(), status: methodologyStatus }))
    .describe('those of the same name that the caller may see, the newest first'),
})
export type MethodologyVersion = z.output<typeof methodologyVersion>

/** With a registry the call is public; else the token selects it. */
const tenantId = id.optional().describe('without it, the registry that the token is of')

export const listMethodologies = endpoint({
  ...firstCalls.listMethodologies,
  summary:
    "The methodologies of the caller's registry: approved ones, and those that the caller proposed; with tenantId the approved ones of a registry, for anybody",
  query: z.strictObject({ tenantId: tenantId, ...listQuery, status: methodologyStatus.optional() }),
  reply: listOf(methodology),
  failures: ['unauthenticated', 'not_found'],
})

export const readMethodology = endpoint({
  ...readingCalls.readMethodology,
  summary:
    'The newest visible version of the methodology of that name; with tenantId the newest approved one, for anybody',
  query: z.strictObject({ methodologyName: searchText(limits.methodologyName, 1), tenantId: tenantId }),
  reply: methodology,
  failures: ['unauthenticated', 'not_found'],
})

export const readMethodologyVersion = endpoint({
  ...readingCalls.readMethodologyVersion,
  summary:
    'One methodology version: an approved one for anybody, one in any other state for its account and tenant admins',
  params: z.strictObject({ methodologyId: id }),
  query: z.strictObject({ tenantId: id.optional() }),
  reply: methodologyVersion,
  failures: ['not_found'],
})

const requiredEvidence = z
  .array(documentTitle)
  .max(limits.requiredEvidence, `at most ${limits.requiredEvidence} documents`)
  .refine((titles) => new Set(titles.map((title) => title.toLowerCase())).size === titles.length, {
    error: 'name each once',
    params: because('methodology.evidenceTwice'),
  })

const facts = {
  name: title(limits.methodologyName, 3),
  version: title(limits.methodologyVersion, 1),
  description: text(limits.description),
  measurementEvidence: requiredEvidence.optional().describe('titles of documents that a measurement needs'),
  verificationEvidence: requiredEvidence.optional().describe('titles of documents that a verification needs'),
}

export const proposeMethodology = endpoint({
  name: 'proposeMethodology',
  method: 'POST',
  path: '/api/methodology',
  summary:
    'Proposes a methodology version, which waits for a tenant admin; with isDraft it is a draft until it is submitted',
  access: 'methodology.propose',
  body: z.strictObject({ ...facts, isDraft: z.boolean().optional() }),
  reply: methodologyVersion,
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'conflict', 'not_yet_approved'],
})

export const updateMethodology = endpoint({
  name: 'updateMethodology',
  method: 'PATCH',
  path: '/api/methodology/:methodologyId',
  summary: 'Changes a draft of a methodology version',
  access: 'methodology.propose',
  params: z.strictObject({ methodologyId: id }),
  body: z
    .strictObject(facts)
    .partial()
    .extend({ was: wasOf(facts) }),
  reply: methodologyVersion,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'changed_meanwhile', 'invalid'],
})

const allowed = { accountIds: z.array(id).max(limits.pageMax) }

export const allowProviders = endpoint({
  name: 'allowProviders',
  method: 'POST',
  path: '/api/methodology/:methodologyId/providers',
  summary: 'Says who may measure and verify under a version: its account while it is a draft, a tenant admin later',
  access: 'methodology.allow',
  params: z.strictObject({ methodologyId: id }),
  body: z.strictObject({ ...allowed, was: wasOf(allowed) }),
  reply: methodologyVersion,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'not_found', 'conflict', 'changed_meanwhile', 'invalid'],
})

export const decideMethodology = endpoint({
  name: 'decideMethodology',
  method: 'POST',
  path: '/api/methodology/:methodologyId/decision',
  summary: 'Moves a methodology version to another state: submit and reopen by its account, the rest by a tenant admin',
  access: 'methodology.propose',
  params: z.strictObject({ methodologyId: id }),
  body: z.strictObject({
    act: z.enum(['submit', 'reopen', 'approve', 'return', 'reject', 'deprecate']),
    reason: text(limits.message).optional(),
  }),
  reply: methodologyVersion,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'not_found', 'conflict', 'invalid'],
})
