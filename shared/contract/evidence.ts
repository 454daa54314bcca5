import { z } from 'zod'
import { documentRecord } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { date, faultAt, id, serialRange, time, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

const provider = z.object({ name: z.string(), documents: z.array(documentRecord) })

/** The evidence for one asset's units, down to the methodology. */
export const evidence = z.object({
  assetId: id,
  projectId: id,
  project: z.string(),
  vintage: z.string(),
  batch: z.int(),
  issued: units,
  serials: z.array(serialRange).describe('the first ranges issued'),
  verification: provider
    .extend({
      verificationId: id,
      quantity: units,
      quantityReason: z.string().nullable().describe('told to the sides'),
      decidedAt: time.nullable(),
    })
    .nullable()
    .describe('null for units of an export'),
  measurement: provider.extend({ measurementId: id, periodStart: date, periodEnd: date, quantity: units }).nullable(),
  methodology: provider.extend({ methodologyId: id, version: z.string() }).nullable(),
  isInsider: z.boolean().describe('whether the caller may open the pages of the verification and the measurement'),
})
export type Evidence = z.output<typeof evidence>

export const readEvidence = endpoint({
  ...readingCalls.readEvidence,
  summary:
    'What the units of a project or a claim rest on: verification, measurement, methodology and their documents, public in as far as they are published',
  query: z
    .strictObject({ tenantId: id, projectId: id.optional(), claimId: id.optional() })
    .refine(
      ({ projectId, claimId }) => (projectId === undefined) !== (claimId === undefined),
      faultAt('projectId', 'name a project or a claim', 'project.projectOrClaim'),
    ),
  reply: z.object({ items: z.array(evidence) }),
  failures: ['not_found', 'invalid'],
})
