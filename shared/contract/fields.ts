import { z } from 'zod'
import { countryCodes } from '#shared/rules/countries.ts'
import { faultOfEmail, storedEmail } from '#shared/rules/email.ts'
import { because, type RefusalReason } from '#shared/rules/failure.ts'
import { stoppedStatuses } from '#shared/rules/lifecycle/project.ts'
import { settlementStates } from '#shared/rules/lifecycle/settlement.ts'
import { limits } from '#shared/rules/limits.ts'
import {
  faultOfLine,
  faultOfName,
  faultOfProse,
  faultOfSearch,
  faultOfTitle,
  type WritingFault,
} from '#shared/rules/writing.ts'

/**
 * One line of typed text: trimmed, NFC, without line breaks, tabs, control and invisible characters. Limits count
 * UTF-16 units, like `maxlength`.
 */
export function line(max: number, min = 0) {
  return typed(max, min, faultOfLine)
}

/** As `line`, but with line breaks and tabs. */
export function text(max: number, min = 0) {
  return typed(max, min, faultOfProse)
}

/** The name of a person or registry: a `line` that does not look like an address. */
export function name(max: number, min = 0) {
  return typed(max, min, faultOfName)
}

/** Other names that letters quote: a `name` that may join words by a dot, as `Booking.com` and `AMS-III.AU`. */
export function title(max: number, min = 0) {
  return typed(max, min, faultOfTitle)
}

export const organisationName = title(limits.organisation, 2)

export const personName = name(limits.name, 1)

export function searchText(max: number, min = 0) {
  return typed(max, min, faultOfSearch)
}

const writingReasons: Record<WritingFault['rule'], string> = {
  oneLine: 'ui.invalid.oneLine',
  webAddress: 'ui.invalid.webAddress',
  blank: 'ui.invalid.hidden',
  control: 'ui.invalid.hidden',
  hidden: 'ui.invalid.hidden',
  turned: 'ui.invalid.hidden',
}

function typed(max: number, min: number, faultOf: (value: string) => WritingFault | null) {
  return z
    .string()
    .check(({ value, issues }) => {
      const fault = faultOf(value)
      if (fault)
        issues.push({
          code: 'custom',
          input: value,
          message: fault.message,
          params: { reason: writingReasons[fault.rule] },
        })
    })
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      min > 0
        ? z
            .string()
            .min(min, min === 1 ? 'Required' : `at least ${min} characters`)
            .max(max, `at most ${max} characters`)
        : z.string().max(max, `at most ${max} characters`),
    )
}

/** `error` is for API users, `reason` for people. */
export function faultAt(field: string, error: string, reason: RefusalReason) {
  return { path: [field], error, params: because(reason) }
}

const idRule = 'must be an id: letters, digits, "_" and "-", at most 64'
export const id = z.string(idRule).regex(/^[A-Za-z0-9_-]{1,64}$/, idRule)
/** Of which account a call reads the retirements. */
export const accountRead = id
  .optional()
  .describe("by default the caller's; another one only for the registry's admins, without private words")
/** The `sub` of the identity provider's tokens: ASCII, at most 255 (OpenID Connect Core, 2). */
export const username = z.string().regex(/^[\x20-\x7e]{1,255}$/, 'must be a username: 1 to 255 ASCII characters')
export const projectKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}:[A-Za-z0-9_-]{1,64}:[A-Za-z0-9_-]{1,64}$/, 'must be tenantId:accountId:projectId')
const atMost = `must be at most ${limits.quantity}`
/** An exact JSON integer. */
const wholeNumber = z.int({
  error: ({ code }) =>
    code === 'too_big' ? atMost : code === 'too_small' ? 'must not be below 0' : 'must be a whole number',
})
export const quantity = wholeNumber.min(1, 'must be at least 1').max(limits.quantity, atMost)
/** A sum of units; may be 0. */
export const units = wholeNumber.min(0, 'must not be below 0').refine((value) => !Object.is(value, -0), {
  error: 'must be 0 without a sign',
  params: because('invalid.signedZero'),
})
export const date = z.iso.date('must be a date, YYYY-MM-DD').refine((value) => value >= '0001', {
  error: 'must be a date, YYYY-MM-DD; there is no year 0',
  params: { reason: 'ui.invalid.date' },
})
/** A day from a form; `date` also covers imported days. */
export const day = date.refine((value) => value >= limits.firstDay && value <= limits.lastDay, {
  error: `must be a day from ${limits.firstDay} to ${limits.lastDay}`,
  params: {
    reason: 'ui.invalid.days',
    facts: { first: limits.firstDay.slice(0, 4), last: limits.lastDay.slice(0, 4) },
  },
})
export const year = z.string().regex(/^\d{4}$/, 'must be a year, YYYY')
export const quantityOfYear = z.strictObject({ year: z.int().min(1).max(9999), quantity: units })
/** Each year once; `null` in a reply until stated. */
export const byYear = z.array(quantityOfYear).min(1).max(9999)
export const month = z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM; there is no year 0')
export const time = z.iso.datetime()
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be a country code of two capital letters', abort: true })
  .refine((code) => countryCodes.includes(code), {
    error: 'must be the code of a country in ISO 3166',
    params: because('invalid.country'),
  })
/** Parses to the stored form; `shownEmail` converts it for display. */
export const email = z
  .string()
  .check(({ value, issues }) => {
    const fault = faultOfEmail(value)
    if (fault === 'form')
      issues.push({
        code: 'custom',
        input: value,
        message: 'must be an e-mail address',
        params: { reason: 'ui.invalid.email' },
      })
    if (fault === 'local')
      issues.push({
        code: 'custom',
        input: value,
        message: 'must have ASCII letters alone before the @',
        params: { reason: 'ui.invalid.emailLocal' },
      })
  })
  .transform(storedEmail)
  .pipe(z.string().max(limits.email))
/** http or https only: browsers may open it. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address, https://…' }).max(limits.website)

/**
 * The facts as the caller read them. The server refuses with `changed_meanwhile` if a fact now has neither its `was`
 * value nor the new one. Without `was`, the change overwrites any value.
 */
export function wasOf<Facts extends z.core.$ZodLooseShape>(facts: Facts) {
  return z
    .partialRecord(z.object(facts).keyof(), z.unknown())
    .optional()
    .describe('what these facts were when the caller began; with it nobody writes over what others changed meanwhile')
}

const search = searchText(limits.search)

export const listQuery = {
  limit: z.coerce.number().int().min(1).max(limits.pageMax).optional(),
  cursor: z.string().max(1_000).optional(),
  q: search.optional(),
}

/** Matches any of several values (repeated parameters). */
export function anyOf<Value extends z.ZodType>(value: Value) {
  return z
    .preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(value).min(1).max(limits.filterValues))
    .optional()
}

/** Each facet's values under all other filters, most frequent first. */
export function facetsOf<const Facets extends readonly [string, ...string[]]>(facets: Facets) {
  return z.object({
    facets: z.array(
      z.object({
        facet: z.enum(facets),
        values: z.array(
          z.object({
            value: z.string(),
            name: z.string().nullable().describe('of an account or a methodology, whose value is its id'),
            count: z.int(),
          }),
        ),
        more: z.int().describe('how many further values there are'),
      }),
    ),
    countsAreBounds: z
      .literal(true)
      .optional()
      .describe(`Counted were ${limits.facetsCounted} of the list: there may be more than each count says.`),
  })
}

/** Why one of several subjects was refused, as in a failure's answer. */
export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  reason: z.string().optional(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()])).optional(),
})
export type Refused = z.output<typeof refusal>

/** `sort` names a field; a leading `-` means descending. */
export function sortBy<const Fields extends readonly [string, ...string[]]>(...fields: Fields) {
  return z.enum(fields.flatMap((field) => [field, `-${field}`]) as [Fields[number] | `-${Fields[number]}`]).optional()
}

/** How a search was read that found nothing as typed. */
export const forgiven = {
  isSimilar: z.literal(true).optional().describe('Nothing is spelt like `q`; what was found is spelt nearly so.'),
  corrected: z.string().optional().describe('What was searched in place of `q`, whose words are misspelt.'),
}

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    totalIsBound: z
      .literal(true)
      .optional()
      .describe('The list has more than `total`, which is as far as it is counted.'),
    ...forgiven,
    nextCursor: z.string().nullable(),
  })
}

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const settlementState = z.enum(settlementStates)

/** Why the registry stopped a project. */
export const projectStop = z.object({ status: z.enum(stoppedStatuses), reason: z.string() })

export const stopOfHeld = projectStop.extend({
  mayBeClaimed: z.boolean().describe('whether the registry lets the units be claimed nonetheless'),
  mayBeTransferred: z.literal(false).optional(),
})

export const serialRange = z.object({ assetId: id, first: units, last: units, quantity: units, serial: z.string() })
