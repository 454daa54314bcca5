import { z } from 'zod'
import { bytesOf, sha256Of } from './hash.ts'
import { hash } from './proof-file.ts'

const number = z.string().regex(/^\d{1,19}$/)

/** A range of serial numbers, both ends included, that went from one account and state to another. */
const entry = z.tuple([
  z.string().describe('asset'),
  number.describe('first serial number'),
  number.describe('last serial number'),
  z.string().nullable().describe('from account; null at issue'),
  z.string().nullable().describe('from state; null at issue'),
  z.string().describe('to account'),
  z.string().describe('to state: held, locked, retired or cancelled'),
])

/** The fields of a movement in their canonical order (docs/proof.md, Movement). */
export const movementRecord = z.strictObject({
  tenantId: z.string(),
  transactionId: z.string(),
  sequence: z.int().min(1),
  type: z.string(),
  quantity: number,
  from: z.string().nullable(),
  to: z.string().nullable(),
  occurredAt: z.string(),
  documentHash: hash.nullable(),
  entries: z.array(entry),
})
export type MovementRecord = z.output<typeof movementRecord>

/** The canonical text of a movement, which its link covers. */
export function movementText(movement: MovementRecord): string {
  const { tenantId, transactionId, sequence, type, quantity, from, to, occurredAt, documentHash, entries } = movement
  return JSON.stringify({
    tenantId,
    transactionId,
    sequence,
    type,
    quantity,
    from,
    to,
    occurredAt,
    documentHash,
    entries,
  })
}

/** The `previousHash` of a registry's first link. */
export const noHash = '0'.repeat(64)

/** The hash of a movement's link: SHA-256 of the previous link's 32 bytes and the movement's canonical text. */
export function linkHash(previousHash: string, text: string): string {
  return sha256Of(bytesOf(previousHash), text)
}
