import { z } from 'zod'
import { auditorLinkStates } from '#shared/rules/auditor-link.ts'
import { limits } from '#shared/rules/limits.ts'
import { claimSummary } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { day, faultAt, id, listOf, listQuery, time, title, year } from './fields.ts'

const [firstYear, lastYear] = [limits.firstDay.slice(0, 4), limits.lastDay.slice(0, 4)]

/** Of an account's books. */
const bookYear = year.refine((value) => value >= firstYear && value <= lastYear, {
  error: `must be a year from ${firstYear} to ${lastYear}`,
  params: { reason: 'ui.invalid.days', facts: { first: firstYear, last: lastYear } },
})

const readable = {
  label: z.string().describe('for whom the link is, in the words of the account'),
  firstYear: z.int(),
  lastYear: z.int(),
  endsAt: time,
}

export const auditorLink = z.object({
  linkId: id,
  ...readable,
  state: z.enum(auditorLinkStates),
  createdAt: time,
  createdBy: z.string(),
  revokedAt: time.nullable(),
  revokedBy: z.string().nullable(),
  uses: z.int().describe('visits and saved files, each of which the audit log has'),
  lastUsedAt: time.nullable(),
})
export type AuditorLink = z.output<typeof auditorLink>

export const listAuditorLinks = endpoint({
  name: 'listAuditorLinks',
  method: 'GET',
  path: '/api/account/auditor-links',
  summary: "The auditors' links of the caller's account, the newest first",
  access: 'account.share',
  query: z.strictObject(listQuery),
  reply: listOf(auditorLink),
  failures: ['unauthenticated', 'forbidden'],
})

export const createAuditorLink = endpoint({
  name: 'createAuditorLink',
  method: 'POST',
  path: '/api/account/auditor-links',
  summary: `Makes a link by which an auditor reads the account's claims of some years, for at most ${limits.auditorDays} days`,
  description: 'The answer alone has the token, so it is not kept: a repeated call makes another link.',
  access: 'account.share',
  isSensitive: true,
  repeats: 'harmless',
  body: z
    .strictObject({
      label: title(limits.organisation, 1),
      firstYear: bookYear,
      lastYear: bookYear,
      endsOn: day.describe('the last day, in UTC'),
    })
    .refine(
      (body) => body.firstYear <= body.lastYear,
      faultAt('lastYear', 'must not be before the first year', 'days.yearOrder'),
    ),
  reply: z.object({
    link: auditorLink,
    url: z.string().describe('shown once: the registry keeps a hash of its token'),
  }),
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'account_not_active', 'conflict', 'invalid'],
})

export const revokeAuditorLink = endpoint({
  name: 'revokeAuditorLink',
  method: 'POST',
  path: '/api/account/auditor-links/:linkId/revocation',
  summary: "Ends an auditor's link at once",
  access: 'account.share',
  params: z.strictObject({ linkId: id }),
  reply: auditorLink,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
})

export const readBooks = endpoint({
  name: 'readBooks',
  method: 'GET',
  path: '/api/account/books',
  summary:
    "Whose claims the caller reads: those of its account or, by an auditor's link, of the link's account and years",
  access: 'account.statement',
  byLink: true,
  reply: z.object({
    account: z.string(),
    registry: id,
    now: time,
    link: z.object(readable).nullable().describe("null for the account's own people"),
  }),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

/** Without the address that a certificate was sent to, which no auditor needs. */
const bookedClaim = claimSummary.omit({ own: true, quantityOfProject: true, serials: true }).extend({
  ownReference: z.string(),
  privateNote: z.string().describe('empty where the note is public'),
  privateSalt: z.string().nullable(),
})
export type BookedClaim = z.output<typeof bookedClaim>

export const listBookedClaims = endpoint({
  name: 'listBookedClaims',
  method: 'GET',
  path: '/api/account/claims',
  summary:
    "The claims that the account made here, with its private words; by an auditor's link those of the link's years",
  access: 'account.statement',
  byLink: true,
  query: z.strictObject({ ...listQuery, year: bookYear.optional() }),
  reply: listOf(bookedClaim),
  failures: ['unauthenticated', 'forbidden', 'not_found', 'invalid'],
})
