import { z } from 'zod'
import { hash, proofFile } from '#proof/proof-file.ts'
import type { FailureCode } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { date, id, listOf, listQuery, quantity, serialRange, settlementState, time, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

export const transactionType = z.enum(['claim', 'mint', 'burn', 'transfer'])

const size = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const party = z.object({ accountId: id, name: z.string() })

export const transaction = z.object({
  transactionId: id,
  tenantId: id,
  type: transactionType,
  project: z.string().nullable().describe("the project's name; null when several"),
  projectKey: z.string().nullable(),
  from: party.nullable(),
  to: party.nullable(),
  quantity: units,
  when: time,
  reason: z.string().nullable(),
  claimId: id.nullable(),
  settlement: z.object({
    state: settlementState,
    reason: z.string().nullable(),
    transactionHash: z.string().nullable(),
    explorerUrl: z.string().nullable(),
  }),
})
export type Transaction = z.output<typeof transaction>

export const movedItems = z
  .array(z.strictObject({ assetId: id, quantity }))
  .min(1, 'name at least one asset')
  .max(limits.items)

/** A repeated call may name another preview: the id is no part of what the person wants. */
export const previewId = z
  .string()
  .regex(/^[0-9a-z]{8}\.[0-9a-f]{64}$/, 'must be a previewId as POST /api/wallet/preview answers it')
  .describe('makes the movement exactly as this preview showed it, or not at all: then the refusal has a new preview')

/** Failures of a movement of held units. */
export const movementFailures = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'invalid',
  'conflict',
  'insufficient_balance',
  'account_not_active',
  'idempotency_mismatch',
  'unavailable',
] as const satisfies readonly FailureCode[]

export const listTransactions = endpoint({
  ...firstCalls.listTransactions,
  summary: 'The movements of an account, newest first',
  query: z.strictObject({
    accountId: id,
    ...listQuery,
    type: transactionType.optional(),
    from: date.optional(),
    to: date.optional(),
  }),
  reply: listOf(transaction),
  failures: ['unauthenticated', 'not_found'],
})

export const syncTransactions = endpoint({
  name: 'syncTransactions',
  method: 'POST',
  path: '/api/transactions/sync',
  repeats: 'harmless',
  summary: "Reads the chain now for the caller's account and answers what it found; the body is never trusted",
  access: 'transaction.sync',
  body: z.strictObject({ transactionHash: z.string().max(100).optional() }).optional(),
  reply: z.object({ head: z.int().nullable(), confirmed: units, submitted: units, recorded: units, parked: units }),
  failures: ['unauthenticated', 'forbidden', 'unavailable'],
})

/** One movement in words and raw form. */
export const publicRecord = transaction.omit({ reason: true }).extend({
  entries: z.array(
    serialRange.extend({
      projectName: z.string(),
      vintage: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      state: z.enum(['held', 'locked', 'retired', 'cancelled']),
    }),
  ),
  entryCount: z.int(),
  ledger: z.object({ sequence: z.int(), hash: z.string(), previousHash: z.string() }).nullable(),
  chain: z
    .object({
      chainId: z.int(),
      contract: z.string(),
      operationId: z.string(),
      transactionHash: z.string().nullable(),
      blockNumber: z.int().nullable(),
      blockTime: time.nullable(),
      confirmations: z.int().nullable(),
      gasUsed: z.int().nullable(),
      explorerUrl: z.string().nullable(),
    })
    .nullable(),
})
export type PublicRecord = z.output<typeof publicRecord>

export const readPublicRecord = endpoint({
  ...readingCalls.readPublicRecord,
  summary: 'The public record of a movement',
  params: z.strictObject({ transactionId: id }),
  query: z.strictObject({ tenantId: id.optional() }),
  reply: publicRecord,
  isFinal: ({ settlement, ledger }) => settlement.state === 'confirmed' && ledger !== null,
  failures: ['not_found'],
})

export const readProof = endpoint({
  ...readingCalls.readProof,
  summary: 'What proves a movement, as a file that anybody can check offline; from seconds after the movement on',
  params: z.strictObject({ transactionId: id }),
  query: z.strictObject({ tenantId: id.optional() }),
  reply: proofFile,
  failures: ['not_found'],
})

export const readConsistency = endpoint({
  name: 'readConsistency',
  method: 'GET',
  path: '/api/log/consistency',
  summary: 'Proves that a later tree of the log begins with an earlier one (RFC 9162)',
  access: 'registry.read',
  query: z.strictObject({ tenantId: id, from: size, to: size }),
  reply: z.object({ path: z.array(hash) }),
  failures: ['not_found', 'invalid'],
})

export const readAnchors = endpoint({
  name: 'readAnchors',
  method: 'GET',
  path: '/api/log/anchors',
  summary: 'Where heads of the log are on the chain: the newest hundred, newest first',
  access: 'registry.read',
  query: z.strictObject({ tenantId: id }),
  reply: z.object({
    log: z.string().describe('what the events name: keccak256 of the name of the log'),
    anchors: z.array(
      z.object({
        size: units,
        root: hash,
        chainId: z.int(),
        contract: z.string(),
        transactionHash: z.string(),
        blockNumber: z.int(),
        blockTime: time,
        isFinal: z.boolean(),
        explorerUrl: z.string().nullable(),
      }),
    ),
  }),
  failures: ['not_found'],
})

export const watchSettlement = endpoint({
  ...readingCalls.watchSettlement,
  summary: 'Server-sent events with the settlement state of a movement, from now until it is confirmed',
  params: z.strictObject({ transactionId: id }),
  query: z.strictObject({ tenantId: id.optional() }),
  reply: z.string(),
  file: 'text/event-stream',
  failures: ['not_found', 'too_many_requests'],
})
