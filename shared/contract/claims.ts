import { z } from 'zod'
import { beneficiaryKinds, type ClaimWords, faultsOfClaim, purposes } from '#shared/rules/claim.ts'
import { languages } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { spelling } from './beneficiaries.ts'
import { endpoint } from './endpoint.ts'
import {
  accountRead,
  anyOf,
  bytes,
  country,
  date,
  day,
  email,
  facetsOf,
  id,
  line,
  listOf,
  listQuery,
  projectStop,
  serialRange,
  settlementState,
  text,
  time,
  units,
  year,
} from './fields.ts'
import { pendingAct } from './pending.ts'
import { readingCalls } from './reading-calls.ts'
import { movedItems, movementFailures, previewId } from './transactions.ts'

/** The claiming account's private words; empty if not entered. */
const ownWords = z.object({
  ownReference: z.string(),
  privateNote: z.string().describe('empty where the note is public'),
  notifyEmail: z.string(),
  notified: z
    .enum(['waiting', 'sent', 'undelivered'])
    .nullable()
    .describe('where the letter to that address stands; null when there is none'),
  notifiedAt: time.nullable().describe('when it was sent'),
  privateSalt: z
    .string()
    .nullable()
    .describe("in hex: shows with the note and the reference that the claim's proof covers them; null without them"),
})
export type OwnWords = z.output<typeof ownWords>

export const claimSummary = z.object({
  claimId: id,
  tenantId: id,
  claimNumber: z.int(),
  accountId: id,
  retiredBy: z.string().describe('empty where an import does not tell who retired the units'),
  beneficiary: z.string().describe('empty when the beneficiary is anonymous or was not named'),
  beneficiaryKind: z.enum(beneficiaryKinds),
  beneficiaryCountry: z.string().nullable(),
  project: z.string().nullable(),
  projectKey: z.string().nullable(),
  vintage: z.string().nullable(),
  quantity: units,
  quantityOfProject: units
    .optional()
    .describe('of the project that is asked for, with projectId: less than `quantity` where the claim is of several'),
  purpose: z.string(),
  claimedAt: time,
  transactionId: id,
  settlement: settlementState,
  isImported: z.boolean().describe('another registry made the claim; its export was loaded here'),
  serials: z
    .array(z.string())
    .optional()
    .describe(`the ranges of serial numbers that the claim retired, with serials=true; at most ${limits.claimRanges}`),
  own: ownWords.optional().describe("only in an account's own list, for its members"),
})
export type ClaimSummary = z.output<typeof claimSummary>

/** Corrected wording makes a new version and supersedes the earlier; the certified facts never change. */
const certificateStatus = z.enum(['VALID', 'SUPERSEDED'])

const wording = z.object({
  beneficiaryKind: z.enum(beneficiaryKinds),
  beneficiary: z.string(),
  beneficiaryCountry: z.string().nullable(),
  purpose: z.string(),
  purposeDetail: z.string(),
  periodStart: date.nullable(),
  periodEnd: date.nullable(),
  countryOfConsumption: z.string().nullable(),
})

const claimVersion = wording.extend({
  version: z.int(),
  at: time,
  by: z.enum(['account', 'registry']),
  reason: z.string().nullable().describe('why the registry corrected the wording'),
})
export type ClaimVersion = z.output<typeof claimVersion>

export const claim = claimSummary.omit({ own: true }).extend({
  ...wording.shape,
  version: z.int().describe('of the wording; 1 until it is corrected'),
  versions: z.array(claimVersion).describe('every wording, the newest first; empty unless it was corrected'),
  correctableUntil: time
    .nullable()
    .describe('until when the account may correct the wording; null where another registry made the claim'),
  note: z.string().nullable().describe('null when it is private'),
  verifyCode: z.string(),
  serials: z.array(serialRange.extend({ projectName: z.string(), projectKey: z.string(), vintage: z.string() })),
  rangeCount: z.int(),
  batches: z
    .array(z.object({ assetId: id, batch: z.int(), first: units, last: units, issued: units }))
    .describe('the issued batches of these ranges: their lowest and highest numbers and how many units were issued'),
  stoppedProjects: z
    .array(
      z.object({
        projectKey: z.string(),
        projectName: z.string(),
        now: projectStop.nullable(),
        whenClaimed: projectStop.nullable(),
      }),
    )
    .describe('the projects of the units that are suspended or withdrawn, or were when the claim was made'),
  settlementReason: z.string().nullable(),
  transactionHash: z.string().nullable(),
  explorerUrl: z.string().nullable(),
  certificate: z
    .object({
      number: z.string(),
      version: z.int().describe('of the English file'),
      status: certificateStatus,
      url: z.string().describe('in English; with ?language= in another one, with ?version= an earlier version'),
      sha256: z.string().nullable().describe('of the English file; null until it has been made'),
      files: z
        .array(
          z.object({
            language: z.enum(languages),
            version: z.int(),
            status: certificateStatus,
            sha256: z.string(),
            issuedAt: time,
            reason: z.string().nullable().describe('why the registry issued the version anew by an act'),
          }),
        )
        .describe('every file that was issued, by language, the newest version first; earlier ones stay as they were'),
    })
    .nullable()
    .describe('null until the retirement is confirmed on the chain'),
})
export type Claim = z.output<typeof claim>

/** Filters with counts. */
const facets = {
  country: anyOf(country).describe('of the project; a claim of several projects has that of each'),
  type: anyOf(line(limits.search, 1)),
  methodologyId: anyOf(id),
  standard: anyOf(line(limits.search, 1)),
  vintage: anyOf(year).describe('of the units; a claim of several vintages has each'),
  year: anyOf(year).describe('in which the claim was made'),
  beneficiaryKind: anyOf(z.enum(beneficiaryKinds)),
}
export type ClaimFacet = keyof typeof facets
export const claimFacets = Object.keys(facets) as [ClaimFacet, ...ClaimFacet[]]

const listed = {
  tenantId: id,
  accountId: id.optional(),
  projectId: id.optional(),
  beneficiary: spelling
    .optional()
    .describe('an organisation by any of its spellings: finds the claims of all that are one with this one'),
  ...facets,
  from: date.optional(),
  to: date.optional(),
}

export const listClaims = endpoint({
  ...readingCalls.listClaims,
  summary: 'The claims of a tenant, for anybody; with accountId those of one account, for its members',
  query: z.strictObject({
    ...listed,
    ...listQuery,
    serials: z.literal('true').optional().describe('tells what each claim retired, as a file of the list does'),
  }),
  reply: listOf(claimSummary),
  failures: ['unauthenticated', 'not_found'],
})

export const readClaimFacets = endpoint({
  ...readingCalls.readClaimFacets,
  summary:
    'How many claims of the list have each value of its facets, under all filters but its own; with facet only that one, whose names find looks for',
  isSearch: true,
  query: z.strictObject({ ...listed, q: listQuery.q, facet: z.enum(claimFacets).optional(), find: listQuery.q }),
  reply: facetsOf(claimFacets),
  failures: ['unauthenticated', 'not_found'],
})

export const readClaim = endpoint({
  ...readingCalls.readClaim,
  summary: 'One claim, for anybody',
  params: z.strictObject({ claimId: id }),
  query: z.strictObject({ tenantId: id.optional() }),
  reply: claim,
  isFinal: ({ settlement, certificate }) => settlement === 'confirmed' && Boolean(certificate?.sha256),
  failures: ['not_found'],
})

export const readAuditFile = endpoint({
  ...readingCalls.readAuditFile,
  summary:
    'All that is needed to check a claim without the registry, as a zip: certificate, signed credential, proof, serial numbers, published evidence',
  params: z.strictObject({ claimId: id }),
  query: z.strictObject({ tenantId: id, language: z.enum(languages).optional() }),
  reply: bytes,
  file: 'application/zip',
  failures: ['not_found', 'conflict'],
})

export const readAuditFileOfYear = endpoint({
  name: 'readAuditFileOfYear',
  method: 'GET',
  path: '/api/account/audit-file',
  access: 'account.statement',
  byLink: true,
  summary:
    "The same for all claims that the caller's account made in a year (UTC), with the private words of its members",
  query: z.strictObject({
    year,
    part: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe(`each has at most ${limits.auditFileClaims} claims`),
    language: z.enum(languages).optional(),
    accountId: accountRead,
  }),
  reply: bytes,
  file: 'application/zip',
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

export const readOwnWords = endpoint({
  ...readingCalls.readOwnWords,
  summary: "What the caller's account wrote for itself when it made a claim",
  params: z.strictObject({ claimId: id }),
  reply: ownWords,
  failures: ['unauthenticated', 'not_found'],
})

/** The words of a claim that may be corrected, as its form sends them. */
const typedWording = {
  beneficiaryKind: z.enum(beneficiaryKinds),
  beneficiary: line(limits.beneficiary).optional(),
  beneficiaryCountry: country.optional(),
  purpose: z.enum(purposes),
  purposeDetail: line(limits.message).optional(),
  periodStart: day.optional(),
  periodEnd: day.optional(),
  countryOfConsumption: country.optional(),
}

/** Checks rules between fields, for the body and the web app's form. */
export function claimIsWhole(words: ClaimWords, context: z.core.$RefinementCtx): void {
  for (const { field, fault, reason } of faultsOfClaim(words))
    context.addIssue({ code: 'custom', path: [field], message: fault, params: { reason } })
}

export const createClaim = endpoint({
  name: 'createClaim',
  method: 'POST',
  path: '/api/claim',
  summary: "Retires units of the caller's account for a beneficiary, for good",
  access: 'units.move',
  isSensitive: true,
  body: z
    .strictObject({
      items: movedItems,
      ...typedWording,
      note: text(limits.message).optional(),
      noteIsPublic: z.boolean().optional().describe('false where it is not given'),
      notifyEmail: email
        .optional()
        .describe('is sent the certificate, once, when the retirement is confirmed; stays private'),
      notifyLanguage: z.enum(languages).optional().describe('of that letter; English where it is not given'),
      ownReference: line(limits.ownReference).optional(),
      isAuthorised: z.literal(true, 'confirm that you are authorised to act for the beneficiary'),
      previewId: previewId.optional(),
    })
    .superRefine(claimIsWhole),
  reply: claim,
  waiting: pendingAct,
  status: 201,
  repeats: 'movement',
  failures: movementFailures,
})

export const correctClaim = endpoint({
  name: 'correctClaim',
  method: 'POST',
  path: '/api/claims/:claimId/correction',
  summary: `Corrects the wording of a claim, never its units: the account within ${limits.correctionDays} days, the registry at any time with a reason`,
  access: 'claim.correct',
  params: z.strictObject({ claimId: id }),
  body: z
    .strictObject({
      ...typedWording,
      version: z.int().min(1).max(limits.corrections).describe('the version of the wording that the caller has seen'),
      reason: text(limits.message, 1).optional().describe('only of the registry, which must give one'),
    })
    .superRefine(claimIsWhole),
  reply: z.object({ claimId: id, version: z.int() }),
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'account_not_active', 'invalid'],
})
