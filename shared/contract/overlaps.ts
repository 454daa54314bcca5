import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { overlapMatches, overlapVerdicts } from '#shared/rules/overlap.ts'
import { endpoint } from './endpoint.ts'
import { date, id, listOf, text, time, wasOf } from './fields.ts'
import { projectStatus } from './projects.ts'

export const overlapVerdict = z.enum(overlapVerdicts)

const overlap = z.object({
  tenantId: id,
  registry: z.string().describe('the name of the registry that the other project is in'),
  projectId: id,
  projectKey: z.string(),
  projectName: z.string(),
  proponent: z.string(),
  type: z.string(),
  country: z.string().nullable(),
  status: projectStatus,
  startDate: date.nullable(),
  endDate: date.nullable(),
  matches: z.array(z.enum(overlapMatches)),
  distanceKm: z.number().nullable().describe('between the middles of both places; null where one has none'),
  hindersApproval: z
    .boolean()
    .describe(
      'whether neither of the two can be approved: they have one origin, or one place and also the name, or the period with sector or methodology, and no decision lets both stand',
    ),
  decision: z
    .object({ verdict: overlapVerdict, reason: z.string(), decidedBy: z.string(), decidedAt: time })
    .nullable()
    .describe('what this registry decided about the two, whichever of them it was decided from'),
  decidedThereAt: time
    .nullable()
    .describe('when the other registry decided about the two; what it decided is its own to know'),
  acts: z.array(z.enum(['decide'])).describe('what the caller may do now'),
})
export type Overlap = z.output<typeof overlap>

export const listOverlaps = endpoint({
  name: 'listOverlaps',
  method: 'GET',
  path: '/api/project/:projectId/overlaps',
  summary:
    'Projects near this one in place, name or origin: all of its registry, and the published ones of the others of the deployment',
  access: 'project.decide',
  params: z.strictObject({ projectId: id }),
  reply: listOf(overlap),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

const decision = { verdict: overlapVerdict, reason: text(limits.message, 1) }

export const decideOverlap = endpoint({
  name: 'decideOverlap',
  method: 'POST',
  path: '/api/project/:projectId/overlap',
  summary:
    'Records what the registry decides about two projects that may overlap, from either of them; a later decision replaces an earlier one',
  access: 'project.decide',
  params: z.strictObject({ projectId: id }),
  body: z.strictObject({
    otherTenantId: id,
    otherProjectId: id,
    ...decision,
    was: wasOf(decision),
  }),
  reply: listOf(overlap),
  failures: ['unauthenticated', 'forbidden', 'own_work', 'not_found', 'changed_meanwhile', 'invalid'],
})

export const countOverlaps = endpoint({
  name: 'countOverlaps',
  method: 'GET',
  path: '/api/review/overlaps',
  summary: 'How many neighbours that the registry has not decided about each of some of its projects has',
  access: 'project.decide',
  query: z.strictObject({
    projectIds: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(id).max(limits.overlapsCounted))
      .describe(`ids with commas between them, at most ${limits.overlapsCounted}`),
  }),
  reply: z.object({ items: z.array(z.object({ projectId: id, undecided: z.int() })) }),
  failures: ['unauthenticated', 'forbidden'],
})
