import { z } from 'zod'
import { accountProtections } from '#shared/rules/protection.ts'
import { comingOf } from './coming.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, quantity, time, units, wasOf } from './fields.ts'
import { recipientRequest } from './recipient-requests.ts'

const ownCaps = {
  dailyCap: quantity.nullable().describe('what one person may move out of the account in 24 hours; null: anything'),
  newRecipientCap: quantity
    .nullable()
    .describe(
      'what a recipient may get in 24 hours until 24 hours after the first transfer to it or after it was listed; null: anything',
    ),
  onlyListed: z
    .boolean()
    .describe(
      'whether transfers go to recipients of the list alone; newly listed ones get nothing above newRecipientCap',
    ),
}

export const caps = z.object({
  own: z.object(ownCaps),
  registry: z.object({ dailyCap: quantity.nullable() }).describe("the registry's own; the lower daily cap counts"),
  usedToday: units.describe('what the caller has moved out of the account in 24 hours, with acts that wait'),
  coming: comingOf(accountProtections),
})
export type Caps = z.output<typeof caps>

const left = { most: units, left: units.describe('before this movement') }
/** What caps leave of the last 24 hours. */
export const capsLeft = z.object({
  day: z.object(left).nullable().describe('of the caller; null without a daily cap'),
  recipient: z
    .object({ ...left, newUntil: time.nullable().describe('null before the first transfer to it') })
    .nullable()
    .describe('of a new recipient; null for others'),
})
export type CapsLeft = z.output<typeof capsLeft>

export const readCaps = endpoint({
  name: 'readCaps',
  method: 'GET',
  path: '/api/account/caps',
  summary: "How much may leave the caller's account in a day and to whom, and what of its protection becomes weaker",
  access: 'units.move',
  limitedAct: 'account.read',
  reply: caps,
  failures: ['unauthenticated', 'forbidden'],
})

export const changeCaps = endpoint({
  name: 'changeCaps',
  method: 'PATCH',
  path: '/api/account/caps',
  summary: "Changes how much may leave the caller's account in a day and to whom: stricter at once, weaker after a day",
  access: 'account.edit',
  isSensitive: true,
  body: z
    .strictObject(ownCaps)
    .partial()
    .extend({ was: wasOf(ownCaps) }),
  reply: caps,
  failures: ['unauthenticated', 'forbidden', 'changed_meanwhile', 'invalid'],
})

export const keepProtection = endpoint({
  name: 'keepProtection',
  method: 'POST',
  path: '/api/account/protection/keep',
  summary: "Keeps a protection of the caller's account of which a weaker value is to come",
  access: 'account.edit',
  body: z.strictObject({ name: z.enum(accountProtections) }),
  reply: caps,
  failures: ['unauthenticated', 'forbidden', 'invalid'],
})

export const recipient = z.object({
  accountId: id,
  name: z.string(),
  addedAt: time,
  addedBy: z.string(),
  newUntil: time.nullable().describe('null for a recipient that is no longer new'),
})
export type Recipient = z.output<typeof recipient>

export const listRecipients = endpoint({
  name: 'listRecipients',
  method: 'GET',
  path: '/api/account/recipients',
  summary: "The list of recipients of the caller's account, by name",
  access: 'units.move',
  limitedAct: 'account.read',
  query: z.strictObject(listQuery),
  reply: listOf(recipient),
  failures: ['unauthenticated', 'forbidden'],
})

export const addRecipient = endpoint({
  name: 'addRecipient',
  method: 'POST',
  path: '/api/account/recipients',
  summary:
    "Puts an account on the list of recipients of the caller's account, new for 24 hours; 202 where a second person must confirm it",
  access: 'account.edit',
  isSensitive: true,
  body: z.strictObject({ accountId: id }),
  reply: recipient,
  waiting: recipientRequest,
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})

export const removeRecipient = endpoint({
  name: 'removeRecipient',
  method: 'POST',
  path: '/api/account/recipients/:accountId/removal',
  summary: "Takes an account off the list of recipients of the caller's account, at once",
  access: 'account.edit',
  isSensitive: true,
  params: z.strictObject({ accountId: id }),
  reply: z.object({ accountId: id }),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})
