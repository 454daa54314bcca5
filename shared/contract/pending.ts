import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { pendingDecisions, pendingOutcomes, pendingStages, pendingTypes } from '#shared/rules/pending.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, quantity, serialRange, text, time, units, wasOf } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

/** For what an act will wait before it is done. */
export const wait = z.object({ waitsFor: z.enum(pendingStages), endsAt: time })
export type Wait = z.output<typeof wait>

const party = z.object({ accountId: id, name: z.string() })

/** An act whose units are locked until somebody decides, or its time ends. */
export const pendingAct = z.object({
  pendingId: id.describe('the transactionId of the movement to come'),
  type: z.enum(pendingTypes),
  waitsFor: z.enum(pendingStages).describe('the newest stage, also after the end'),
  endsAt: time.describe(
    'when the stage ends: an approval or acceptance expires then; after the time for undoing the act is done',
  ),
  outcome: z.enum(pendingOutcomes).nullable().describe('null while the act waits'),
  from: party.describe('of a mint: who receives'),
  to: party.nullable(),
  quantity: units,
  items: z.array(
    z.object({
      assetId: id,
      verificationId: id.optional().describe('of a mint'),
      projectName: z.string(),
      vintage: z.string(),
      quantity: units,
      serials: z.array(serialRange).describe('the first ranges locked, or moved; none after an end without a movement'),
    }),
  ),
  reason: z.string().nullable(),
  beneficiary: z.string().nullable().describe('of a claim; empty for an anonymous one'),
  preparedBy: z.string(),
  preparedAt: time,
  approvedBy: z.string().nullable(),
  endedAt: time.nullable(),
  endedBy: z.string().nullable().describe('null also where the registry ended the act on time'),
  endedReason: z.string().nullable().describe('in the words of who refused'),
  endedBecause: z
    .object({ reason: z.string(), facts: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])) })
    .nullable()
    .describe('the refusal for which the registry could not carry out the act'),
  claimId: id.nullable().describe('of a claim that is done'),
  decisions: z.array(z.enum(pendingDecisions)).describe('open to the caller'),
})
export type PendingAct = z.output<typeof pendingAct>

export const listPending = endpoint({
  ...readingCalls.listPending,
  summary:
    'Mints, transfers, claims and burns of an account that wait or have waited, the newest first, for the sender and the recipient',
  query: z.strictObject({
    accountId: id
      .optional()
      .describe('without it: mints and burns of all accounts, on which admins of the registry decide'),
    ...listQuery,
    state: z.enum(['waiting', 'ended']).optional(),
  }),
  reply: listOf(pendingAct),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

export const readPending = endpoint({
  ...readingCalls.readPending,
  summary: 'One act that waits or has waited, for people of its accounts and admins of the registry',
  params: z.strictObject({ pendingId: id }),
  reply: pendingAct,
  failures: ['unauthenticated', 'not_found'],
})

export const decidePending = endpoint({
  name: 'decidePending',
  method: 'POST',
  path: '/api/wallet/pending/:pendingId/decision',
  summary: 'Approves, accepts, refuses, withdraws or undoes an act that waits',
  access: 'units.move',
  limitedAct: 'units.decide',
  isSensitive: true,
  params: z.strictObject({ pendingId: id }),
  body: z
    .strictObject({
      decision: z.enum(pendingDecisions).describe('proceed approves or accepts; withdraw also undoes'),
      waitsFor: z.enum(pendingStages).describe('the stage that the caller has seen'),
      reason: text(limits.message).optional().describe('required to refuse'),
    })
    .refine(({ decision, reason }) => decision !== 'refuse' || Boolean(reason), {
      path: ['reason'],
      error: 'say why',
      params: { reason: 'ui.invalid.required' },
    }),
  reply: pendingAct,
  failures: [
    'unauthenticated',
    'forbidden',
    'not_found',
    'conflict',
    'own_work',
    'account_not_active',
    'nobody_receives',
    'invalid',
  ],
})

const ownProtection = {
  approvalFrom: quantity.nullable().describe('from this quantity on a second person approves; null: never'),
  acceptsTransfers: z.boolean().describe('whether transfers to the account wait until it accepts'),
}

export const protection = z.object({
  own: z.object(ownProtection),
  registry: z.object({
    approvalFrom: quantity.nullable(),
    acceptsTransfers: z.boolean(),
    undoClaimsMinutes: z.int(),
    undoTransfersMinutes: z.int(),
  }),
})
export type Protection = z.output<typeof protection>

export const readProtection = endpoint({
  ...readingCalls.readProtection,
  limitedAct: 'account.read',
  summary: "For what transfers and claims of the caller's account wait, by the account's own choice and the registry's",
  reply: protection,
  failures: ['unauthenticated', 'forbidden'],
})

export const changeProtection = endpoint({
  name: 'changeProtection',
  method: 'PATCH',
  path: '/api/account/protection',
  summary: "Changes for what movements of the caller's account wait; the registry's own rules stay",
  access: 'account.edit',
  isSensitive: true,
  body: z
    .strictObject(ownProtection)
    .partial()
    .extend({ was: wasOf(ownProtection) }),
  reply: protection,
  failures: ['unauthenticated', 'forbidden', 'changed_meanwhile', 'invalid'],
})
