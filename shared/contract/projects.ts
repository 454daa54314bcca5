import { z } from 'zod'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { projectDecisions, projectMachine, stages } from '#shared/rules/lifecycle/project.ts'
import { taskSides } from '#shared/rules/lifecycle/tasks.ts'
import { limits } from '#shared/rules/limits.ts'
import { readBox } from '#shared/rules/map-box.ts'
import { sdgs } from '#shared/rules/project-facts.ts'
import { area } from './area.ts'
import { firstCalls } from './calls.ts'
import { documentRecord, failuresOfUpload } from './documents.ts'
import { endpoint } from './endpoint.ts'
import {
  anyOf,
  country,
  date,
  day,
  facetsOf,
  faultAt,
  forgiven,
  id,
  line,
  listOf,
  listQuery,
  projectKey,
  serialRange,
  sortBy,
  text,
  time,
  title,
  units,
  wasOf,
  year,
} from './fields.ts'
import { factsShown, factsStated } from './project-facts.ts'
import { readingCalls } from './reading-calls.ts'

export const projectStatus = z.enum(statesOf(projectMachine))

export const projectSummary = z.object({
  id,
  projectId: id,
  tenantId: id,
  accountId: id,
  projectKey: z.string(),
  number: z.int(),
  projectName: z.string(),
  proponent: z.string(),
  methodology: z.string().nullable(),
  type: z.string(),
  country: z.string().nullable(),
  longitude: z.number().nullable().describe('null where no more than the country is known'),
  latitude: z.number().nullable(),
  status: projectStatus,
  stage: z.enum(stages),
  startDate: date.nullable(),
  endDate: date.nullable(),
  assetsMinted: units,
  assetsAvailable: units,
  blockchainAddressActive: z.boolean(),
  image: z.string().nullable().describe('the whole address of the picture, with its cache-busting parameter'),
  imageFileName: z.string().nullable(),
  changed_at: time,
  createdAt: time,
  statusSince: time
    .nullable()
    .describe('since when it is in its state; null where no day is known, as of what was imported'),
  /** What the caller may do now. */
  acts: z.array(z.enum(['edit', ...projectDecisions, 'measure'])),
})
export type ProjectSummary = z.output<typeof projectSummary>

/** One issued batch. */
export const asset = z.object({
  assetId: id,
  projectId: id,
  projectKey: z.string(),
  projectName: z.string(),
  vintage: z.string(),
  batch: z.int(),
  verificationId: id.nullable(),
  verified: units,
  issued: units,
  held: units,
  locked: units,
  retired: units,
  cancelled: units,
  serials: z
    .array(serialRange)
    .describe('the first ranges of serial numbers issued; rangeCount says how many there are'),
  rangeCount: z.int(),
  tokenId: z.string(),
  transactionId: id.nullable().describe('the last movement that issued units of it'),
})
export type Asset = z.output<typeof asset>

const accountName = z.object({ accountId: id, name: z.string() })

export const project = projectSummary.extend({
  description: z.string(),
  sustainabilityStatement: z.string(),
  statusReason: z.string().nullable(),
  methodologyId: id.nullable(),
  measurementProvider: accountName.nullable(),
  verificationProvider: accountName.nullable(),
  verifier: z
    .string()
    .nullable()
    .describe('the verification provider; of an imported project the verifier that its export names'),
  isImported: z.boolean().describe('loaded from the export of another registry, which may be silent about facts'),
  vintage: z.string().nullable(),
  ...factsShown,
  area: area.nullable().describe('GeoJSON; longitude and latitude are the middle of the box around it'),
  sourceUrl: z.string().nullable(),
  documentPDSFileName: z.string().nullable(),
  documentMeasurementFileName: z.string().nullable(),
  documentVerificationFileName: z.string().nullable(),
  documents: z.array(documentRecord),
  items: z.array(asset),
  retired: units,
  waitsOn: z
    .object({
      side: z.enum(taskSides),
      accountId: id.nullable(),
      account: z.string().nullable(),
      since: time.nullable(),
    })
    .nullable()
    .describe('whose turn it is; null for readers who take no part in the project'),
})
export type Project = z.output<typeof project>

const facets = {
  status: anyOf(projectStatus),
  stage: anyOf(z.enum(stages)),
  type: anyOf(line(limits.search, 1)),
  sector: anyOf(line(limits.search, 1)),
  country: anyOf(country),
  methodologyId: anyOf(id),
  vintage: anyOf(year),
  standard: anyOf(line(limits.search, 1)),
  sdg: anyOf(z.enum(sdgs.map(String))),
}
/** Filters with counts. */
export const projectFacets = [
  'status',
  'stage',
  'type',
  'sector',
  'country',
  'methodologyId',
  'vintage',
  'standard',
  'accountId',
  'sdg',
] as const satisfies readonly (keyof typeof facets | 'accountId')[]
export type ProjectFacet = (typeof projectFacets)[number]

const box = z
  .string()
  .refine((text) => readBox(text) !== null, {
    error: 'must be west,south,east,north in degrees, from west to east, south to north',
    params: { reason: 'ui.invalid.format' },
  })
  .describe('west,south,east,north of a part of the map; a project without a place is at the middle of its country')
const published = { tenantId: id, isAdmin: z.enum(['true', 'false']).optional(), box: box.optional() }
const ordered = { ...listQuery, sort: sortBy('createdAt', 'statusSince', 'projectName', 'assetsMinted') }

export const listProjects = endpoint({
  ...readingCalls.listProjects,
  summary: 'The published projects of a tenant; with isAdmin=true every project, for its tenant admins',
  query: z.strictObject({ ...published, ...ordered, ...facets, accountId: anyOf(id) }),
  reply: listOf(projectSummary),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

export const readProjectFacets = endpoint({
  ...readingCalls.readProjectFacets,
  summary:
    'How many projects of the list have each value of its facets, under all filters but its own; with facet only that one, whose names find looks for',
  isSearch: true,
  query: z.strictObject({
    ...published,
    q: listQuery.q,
    ...facets,
    accountId: anyOf(id),
    facet: z.enum(projectFacets).optional(),
    find: listQuery.q,
  }),
  reply: facetsOf(projectFacets),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

const longitude = z.coerce.number().min(-180).max(180)
const latitude = z.coerce.number().min(-90).max(90)

export const readProjectPlaces = endpoint({
  ...readingCalls.readProjectPlaces,
  summary:
    'Where the published projects of the list are: by country as far as no more is known, and those with a place in a box of the map, put together by cells of a grid',
  isSearch: true,
  query: z
    .strictObject({
      tenantId: id,
      q: listQuery.q,
      ...facets,
      accountId: anyOf(id),
      west: longitude.default(-180),
      south: latitude.default(-90),
      east: longitude.default(180),
      north: latitude.default(90),
    })
    .refine(({ west, east }) => west < east, faultAt('east', 'must be east of west', 'project.eastOfWest'))
    .refine(({ south, north }) => south < north, faultAt('north', 'must be north of south', 'project.northOfSouth')),
  reply: z.object({
    countries: z
      .array(
        z.object({
          country: z.string().nullable(),
          unplaced: z.int().describe('projects of which no more than the country is known'),
          placed: z.int().describe('projects with a place, within the box or not'),
          issued: units,
        }),
      )
      .describe('all of the list, whatever the box'),
    places: z
      .array(
        z.object({
          longitude: z.number(),
          latitude: z.number(),
          west: z.number(),
          south: z.number(),
          east: z.number(),
          north: z.number(),
          count: z.int(),
          types: z
            .array(z.string())
            .describe(`the types of the projects, ${limits.mapTypes} at most, more than one family has`),
          projects: z
            .array(z.object({ projectKey: z.string(), projectName: z.string() }))
            .describe(`where all are at one spot, ${limits.mapNames} at most; else none`),
        }),
      )
      .describe(
        `the projects of each cell of a grid, at most ${limits.mapCells} cells of it along the longer side of the box and one more, and the box around them; of an area counts its middle`,
      ),
    areas: z
      .array(z.object({ projectKey: z.string(), projectName: z.string(), type: z.string(), area }))
      .describe(`the ${limits.mapAreas} largest areas in the box, as far as they are large enough to be seen`),
    ...forgiven,
  }),
  failures: ['not_found'],
})
export type ProjectPlaces = z.output<(typeof readProjectPlaces)['reply']>

export const listMyProjects = endpoint({
  ...firstCalls.listMyProjects,
  summary: "The projects of the caller's account; with measurable=true those that it may open a measurement of",
  query: z.strictObject({
    ...ordered,
    ...facets,
    accountId: id.optional(),
    measurable: z.enum(['true', 'false']).optional(),
  }),
  reply: listOf(projectSummary),
  failures: ['unauthenticated'],
})

export const listOwnedAssets = endpoint({
  ...firstCalls.listOwnedAssets,
  summary: "The projects of which the caller's account holds units, with the quantity held",
  query: z.strictObject({ ...listQuery }),
  reply: listOf(projectSummary.extend({ balance: units })),
  failures: ['unauthenticated'],
})

export const readProject = endpoint({
  ...readingCalls.readProject,
  summary: 'One project; drafts only for its own account, its assigned providers and tenant admins',
  query: z.strictObject({ projectId: id, tenantId: id.optional() }),
  reply: project,
  failures: ['not_found'],
})

const facts = {
  projectName: title(limits.projectName, limits.projectNameMin),
  description: text(limits.description),
  methodologyId: id,
  measurementProviderId: id.optional(),
  verificationProviderId: id.optional(),
  startDate: day,
  endDate: day,
  country: country.optional(),
  location: factsStated.location.optional(),
  type: factsStated.type.optional(),
}

export const createProject = endpoint({
  name: 'createProject',
  method: 'POST',
  path: '/api/project',
  summary: "Requests a project: a draft in the caller's account",
  access: 'project.create',
  body: z
    .strictObject({ ...facts, description: text(limits.description, 1) })
    .refine((body) => body.startDate < body.endDate, faultAt('endDate', 'must be after the start date', 'days.end')),
  reply: project,
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'invalid', 'account_not_active', 'not_yet_approved'],
})

const changeable = {
  ...facts,
  projectName: title(limits.projectName)
    .refine((name) => name === '' || name.length >= limits.projectNameMin, {
      error: `at least ${limits.projectNameMin} characters`,
      params: { reason: 'ui.invalid.tooShort', facts: { count: limits.projectNameMin } },
    })
    .describe('blank keeps the name'),
  sustainabilityStatement: text(limits.sustainabilityStatement),
  longitude: z.number().min(-180).max(180).nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  area: area.nullable().describe(`in place of longitude and latitude; at most ${limits.areaPoints} positions`),
  ...factsStated,
}

export const updateProject = endpoint({
  name: 'updateProject',
  method: 'PATCH',
  path: '/api/project',
  failureMessage: 'own',
  summary: 'Changes the listed fields of a project; a blank projectName or sustainabilityStatement counts as empty',
  access: 'project.edit',
  query: z.strictObject({ projectKey }),
  body: z
    .strictObject(changeable)
    .partial()
    .extend({ was: wasOf(changeable) }),
  reply: project,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'changed_meanwhile', 'invalid'],
})

export const decideProject = endpoint({
  name: 'decideProject',
  method: 'POST',
  path: '/api/project/:projectId/act',
  summary: 'Moves a project to another state: submit and reopen by its account, the rest by a tenant admin',
  access: 'project.submit',
  params: z.strictObject({ projectId: id }),
  body: z.strictObject({
    act: z.enum(projectDecisions),
    reason: text(limits.message).optional(),
  }),
  reply: project,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'not_found', 'conflict', 'invalid', 'account_not_active'],
})

export const uploadImage = endpoint({
  name: 'uploadImage',
  method: 'POST',
  path: '/api/project/image',
  failureMessage: 'own',
  summary:
    'Replaces the picture of a project: jpeg, png, webp or avif of at most 5 MB, or what the registry sets, kept as webp without metadata',
  access: 'project.edit',
  multipart: ['projectKey', 'image'],
  reply: project,
  failures: failuresOfUpload,
})

export const uploadDocument = endpoint({
  ...readingCalls.uploadDocument,
  summary:
    'Adds a document, called as its file or by the title, or the next version of the one called so: pdf, xlsx, csv, docx, geojson, kml, png or jpeg of at most 20 MB, or what the registry sets; isPublic, true unless given, is of the time once the project is published',
  reply: project,
  failures: failuresOfUpload,
})
