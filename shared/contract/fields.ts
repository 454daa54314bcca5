import { z } from 'zod'
import { countryCodes } from '#shared/rules/countries.ts'
import { faultOfEmail, keptEmail } from '#shared/rules/email.ts'
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
 * Text of one line typed by people: Unicode in NFC, trimmed, without line breaks, tabs, control and invisible characters.
 * The limit counts characters as people count them on a form: UTF-16 units, as `maxlength` does.
 */
export function line(max: number, min = 0) {
  return typed(max, min, faultOfLine)
}

/** Text of many lines: as `line`, with line breaks and tabs. */
export function text(max: number, min = 0) {
  return typed(max, min, faultOfProse)
}

/** The name of a person or a registry: as `line`, and nothing that looks like an address. */
export function name(max: number, min = 0) {
  return typed(max, min, faultOfName)
}

/** The name of anything else that letters quote: as `name`, and it may have words joined by a dot, as `Booking.com` and `AMS-III.AU` have. */
export function title(max: number, min = 0) {
  return typed(max, min, faultOfTitle)
}

export const organisationName = title(limits.organisation, 2)

/** The first or last name of a person. */
export const personName = name(limits.name, 1)

/** A search text. */
export function soughtText(max: number, min = 0) {
  return typed(max, min, faultOfSearch)
}

/** The sentence for a fault of the characters of a text. */
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

/** What a check between fields says: to users of the API, and the reason for people. */
export function faultAt(field: string, error: string, reason: RefusalReason) {
  return { path: [field], error, params: because(reason) }
}

const ofId = 'must be an id: letters, digits, "_" and "-", at most 64'
export const id = z.string(ofId).regex(/^[A-Za-z0-9_-]{1,64}$/, ofId)
/** The name of a person at the identity provider, the `sub` of its tokens: ASCII, at most 255 (OpenID Connect Core, 2). */
export const username = z.string().regex(/^[\x20-\x7e]{1,255}$/, 'must be a username: 1 to 255 ASCII characters')
export const projectKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}:[A-Za-z0-9_-]{1,64}:[A-Za-z0-9_-]{1,64}$/, 'must be tenantId:accountId:projectId')
const atMost = `must be at most ${limits.quantity}`
/** A JSON number without decimals, small enough to be exact. */
const wholeNumber = z.int({
  error: ({ code }) =>
    code === 'too_big' ? atMost : code === 'too_small' ? 'must not be below 0' : 'must be a whole number',
})
export const quantity = wholeNumber.min(1, 'must be at least 1').max(limits.quantity, atMost)
/** A sum of units, which may be 0. */
export const units = wholeNumber.min(0, 'must not be below 0').refine((value) => !Object.is(value, -0), {
  error: 'must be 0 without a sign',
  params: because('invalid.signedZero'),
})
export const date = z.iso.date('must be a date, YYYY-MM-DD').refine((value) => value >= '0001', {
  error: 'must be a date, YYYY-MM-DD; there is no year 0',
  params: { reason: 'ui.invalid.date' },
})
/** A day that a person names, as the forms take it; `date` may also be what was loaded from an export. */
export const day = date.refine((value) => value >= limits.firstDay && value <= limits.lastDay, {
  error: `must be a day from ${limits.firstDay} to ${limits.lastDay}`,
  params: {
    reason: 'ui.invalid.days',
    facts: { first: limits.firstDay.slice(0, 4), last: limits.lastDay.slice(0, 4) },
  },
})
export const year = z.string().regex(/^\d{4}$/, 'must be a year, YYYY')
/** What a period has of one calendar year in UTC. */
export const quantityOfYear = z.strictObject({ year: z.int().min(1).max(9999), quantity: units })
/** Quantities of a period by calendar year, each year once; `null` in an answer until they are stated. */
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
/** An e-mail address; returns the form in which addresses are kept, of which `shownEmail` makes the one for people. */
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
  .transform(keptEmail)
  .pipe(z.string().max(limits.email))
/** An address that a browser may open: http or https only. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address, https://…' }).max(limits.website)

/**
 * What each fact was when its caller began to edit. A change is refused with `changed_meanwhile` if one of these facts has another
 * value now than it was or is to be. Who leaves `was` out writes over whatever is there.
 */
export function wasOf<Facts extends z.core.$ZodLooseShape>(facts: Facts) {
  return z
    .partialRecord(z.object(facts).keyof(), z.unknown())
    .optional()
    .describe('what these facts were when the caller began; with it nobody writes over what others changed meanwhile')
}

const search = soughtText(limits.search)

/** The query that every list takes, beside its own filters. */
export const listQuery = {
  limit: z.coerce.number().int().min(1).max(limits.pageMax).optional(),
  cursor: z.string().max(1_000).optional(),
  q: search.optional(),
}

/** One value of a filter or several, each a parameter of the same name: whatever has any of them is found. */
export function anyOf<Value extends z.ZodType>(value: Value) {
  return z
    .preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(value).min(1).max(limits.filterValues))
    .optional()
}

/** What a list has of each facet under every other filter that is chosen, the most frequent values first. */
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

/** `sort` names a field; a leading `-` means descending. */
export function sortBy<const Fields extends readonly [string, ...string[]]>(...fields: Fields) {
  return z.enum(fields.flatMap((field) => [field, `-${field}`]) as [Fields[number] | `-${Fields[number]}`]).optional()
}

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    totalIsBound: z
      .literal(true)
      .optional()
      .describe('The list has more than `total`, which is as far as it is counted.'),
    isSimilar: z.literal(true).optional().describe('Nothing is spelt like `q`; the items are spelt nearly so.'),
    nextCursor: z.string().nullable(),
  })
}

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const settlementState = z.enum(settlementStates)

/** That the registry has suspended or withdrawn the project of some units, and its reason. */
export const projectStop = z.object({ status: z.enum(stoppedStatuses), reason: z.string() })

/** The same of units that somebody holds. */
export const stopOfHeld = projectStop.extend({
  mayBeClaimed: z.boolean().describe('whether the registry lets the units be claimed nonetheless'),
})

/** A contiguous range of serial numbers, with its label for people. */
export const serialRange = z.object({ assetId: id, first: units, last: units, quantity: units, serial: z.string() })
