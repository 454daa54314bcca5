import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'

/**
 * Text typed by people: Unicode in NFC, trimmed, without control characters (line breaks and tabs are kept).
 * The limit counts characters as people count them on a form: UTF-16 units, as `maxlength` does.
 */
export function text(max: number, min = 0) {
  return z
    .string()
    .refine(hasNoControls, 'must not contain control characters')
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

function hasNoControls(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) && value.isWellFormed()
}

export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id: letters, digits, "_" and "-", at most 64')
/** The name of a person at the identity provider, the `sub` of its tokens: ASCII, at most 255 (OpenID Connect Core, 2). */
export const username = z.string().regex(/^[\x20-\x7e]{1,255}$/, 'must be a username: 1 to 255 ASCII characters')
export const projectKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}:[A-Za-z0-9_-]{1,64}:[A-Za-z0-9_-]{1,64}$/, 'must be tenantId:accountId:projectId')
export const quantity = z.int('must be a whole number').min(1, 'must be at least 1').max(limits.quantity)
/** A sum of units, which may be none. */
export const units = z.int().min(0)
export const date = z.iso
  .date('must be a date, YYYY-MM-DD')
  .refine((value) => value >= '0001', 'must be a date, YYYY-MM-DD; there is no year 0')
export const time = z.iso.datetime()
export const country = z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters')
export const email = z.email('must be an e-mail address').max(limits.email)
/** An address that a browser may open: http or https only. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address, https://…' }).max(limits.website)

const search = text(limits.search)

/** What every list accepts, beside its own filters. */
export const listQuery = {
  limit: z.coerce.number().int().min(1).max(limits.pageMax).optional(),
  cursor: z.string().max(400).optional(),
  q: search.optional(),
}

/** `sort` names a field; a leading `-` means descending. */
export function sortBy<const Fields extends readonly [string, ...string[]]>(...fields: Fields) {
  return z.enum(fields.flatMap((field) => [field, `-${field}`]) as [Fields[number] | `-${Fields[number]}`]).optional()
}

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), nextCursor: z.string().nullable() })
}

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** How far a movement is on its way to the chain. */
export const settlementState = z.enum(['recorded', 'submitted', 'confirmed', 'parked'])

/** A contiguous range of serial numbers, with its label for people. */
export const serialRange = z.object({ assetId: id, first: units, last: units, quantity: units, serial: z.string() })
