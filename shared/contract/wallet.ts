import { z } from 'zod'
import { sumOf } from '#shared/rules/calendar-years.ts'
import { limits } from '#shared/rules/limits.ts'
import { firstCalls } from './calls.ts'
import { capsLeft } from './caps.ts'
import { endpoint } from './endpoint.ts'
import {
  byYear,
  faultAt,
  id,
  listOf,
  listQuery,
  quantity,
  serialRange,
  stopOfHeld,
  text,
  time,
  units,
} from './fields.ts'
import { pendingAct, wait } from './pending.ts'
import { movedItems, movementFailures, previewId, transaction } from './transactions.ts'

export const walletBalance = z.object({
  assetId: id,
  projectId: id,
  projectKey: z.string(),
  projectName: z.string(),
  vintage: z.string(),
  balance: units.describe('free units'),
  locked: units,
  retired: units,
  serials: z.array(serialRange).describe('the first ranges held'),
  rangeCount: z.int(),
  stop: stopOfHeld.nullable().describe('of the project; null unless it is suspended or withdrawn'),
})
export type WalletBalance = z.output<typeof walletBalance>

export const listBalances = endpoint({
  ...firstCalls.listBalances,
  summary: 'What an account holds, by asset',
  query: z.strictObject({ accountId: id, ...listQuery }),
  reply: listOf(walletBalance),
  failures: ['unauthenticated', 'not_found'],
})

export const previewMovement = endpoint({
  name: 'previewMovement',
  method: 'POST',
  path: '/api/wallet/preview',
  repeats: 'harmless',
  summary:
    "The serial ranges that a transfer or a claim of the caller's account would take now, or a burn of another's, and the balances after it; nothing moves",
  access: 'units.move',
  body: z.strictObject({
    accountId: id.optional().describe("whose units, by default the caller's; another's only for who may burn them"),
    toAccountId: id.optional().describe('who receives a transfer, so that the preview binds the name and standing'),
    type: z
      .enum(['transfer', 'claim', 'burn'])
      .optional()
      .describe('by default a transfer with toAccountId, a burn with accountId, else a claim'),
    items: movedItems,
  }),
  reply: z.object({
    previewId,
    goodUntil: time,
    waits: wait.nullable().describe('for what the movement will wait first; null if it is made at once'),
    caps: capsLeft.optional().describe('what the caps of the account still leave; absent without caps'),
    recipient: z.object({ accountId: id, name: z.string() }).nullable().describe('null without toAccountId'),
    items: z.array(
      z.object({
        assetId: id,
        projectName: z.string(),
        vintage: z.string(),
        quantity: units,
        balanceBefore: units,
        balanceAfter: units,
        serials: z.array(serialRange),
        rangeCount: z.int(),
        stop: stopOfHeld.nullable().describe('of the project; null unless it is suspended or withdrawn'),
      }),
    ),
    total: units,
  }),
  failures: ['unauthenticated', 'forbidden', 'not_found', 'invalid', 'conflict', 'insufficient_balance'],
})

export const mintItem = z
  .strictObject({
    verificationId: id,
    quantity,
    byYear: byYear
      .optional()
      .describe('how many of each calendar year, where the period crosses one; without it the oldest vintage first'),
  })
  .refine(
    ({ quantity, byYear }) => byYear === undefined || quantity === sumOf(byYear),
    faultAt('byYear', 'must add up to the quantity', 'years.sum'),
  )
export const mintItems = z.strictObject({
  items: z.array(mintItem).min(1, 'name at least one verification').max(limits.items),
})

export const mintUnits = endpoint({
  name: 'mintUnits',
  method: 'POST',
  path: '/api/wallet/mint',
  summary:
    "Issues units of a verification to its project's account, or of several in one movement, up to what is verified and neither issued nor reserved; each calendar year of a period is a vintage of its own",
  access: 'units.mint',
  isSensitive: true,
  body: z.union([mintItem, mintItems]),
  reply: transaction,
  waiting: pendingAct,
  status: 201,
  repeats: 'movement',
  failures: [
    'unauthenticated',
    'own_work',
    'not_found',
    'invalid',
    'conflict',
    'exceeds_verified',
    'account_not_active',
    'idempotency_mismatch',
    'unavailable',
  ],
})

export const transferUnits = endpoint({
  name: 'transferUnits',
  method: 'POST',
  path: '/api/wallet/transfer',
  summary: "Moves units from the caller's account to another account of the tenant that somebody belongs to",
  access: 'units.move',
  isSensitive: true,
  body: z.strictObject({
    toAccountId: id,
    items: movedItems,
    reason: text(limits.message).optional(),
    userId: z.string().max(200).optional().describe('whose wallet the caller refreshes afterwards; grants nothing'),
    previewId: previewId.optional(),
  }),
  reply: transaction,
  waiting: pendingAct,
  status: 201,
  repeats: 'movement',
  failures: [...movementFailures, 'nobody_receives'],
})

export const burnUnits = endpoint({
  name: 'burnUnits',
  method: 'POST',
  path: '/api/wallet/burn',
  summary: 'Takes units of an account out of circulation without a claim, with a reason',
  access: 'units.burn',
  isSensitive: true,
  body: z.strictObject({
    accountId: id,
    items: movedItems,
    reason: text(limits.message, 3),
    previewId: previewId.optional(),
  }),
  reply: transaction,
  waiting: pendingAct,
  status: 201,
  repeats: 'movement',
  failures: movementFailures,
})
