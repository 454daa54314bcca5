import { z } from 'zod'
import { claimRecord } from './claim.ts'
import { sha256Of } from './hash.ts'
import { linkHash, type MovementRecord, movementRecord } from './movement.ts'
import { proofFile } from './proof-file.ts'

export type Check = { of: 'form' | 'document' | 'link' | 'claim'; holds: boolean; says: string }

/** Checks a proof without any call. A text that no proof can be read from fails the check of its form. */
export function checkProof(file: unknown): Check[] {
  const proof = proofFile.safeParse(file)
  if (!proof.success) return [{ of: 'form', holds: false, says: `This is no proof: ${z.prettifyError(proof.error)}` }]
  const { movement: text, document, link } = proof.data
  const movement = parsed(movementRecord, text)
  if (!movement) return [{ of: 'form', holds: false, says: 'The movement has another form than docs/proof.md states.' }]
  return [
    {
      of: 'link',
      holds: movement.sequence === link.sequence && linkHash(link.previousHash, text) === link.hash,
      says: `The link ${link.sequence} of the hash chain covers the movement ${movement.transactionId}.`,
    },
    {
      of: 'document',
      holds: document === null ? movement.documentHash === null : sha256Of(document) === movement.documentHash,
      says: 'The movement states the hash of its document.',
    },
    ...(movement.type === 'claim' ? [claimCheck(movement, document)] : []),
  ]
}

/** The claim's document is about the units that its movement retires, to the unit. */
function claimCheck(movement: MovementRecord, document: string | null): Check {
  const claim = document === null ? null : parsed(claimRecord, document)
  const retired = new Map<string, bigint>()
  for (const [assetId, first, last, from, , to, state] of movement.entries) {
    if (state !== 'retired' || from !== movement.from || to !== movement.from) return { ...aboutUnits, holds: false }
    retired.set(assetId, (retired.get(assetId) ?? 0n) + BigInt(last) - BigInt(first) + 1n)
  }
  const total = retired.values().reduce((sum, quantity) => sum + quantity, 0n)
  const holds =
    claim !== null &&
    claim.tenantId === movement.tenantId &&
    claim.accountId === movement.from &&
    total === BigInt(movement.quantity) &&
    claim.items.length === retired.size &&
    new Set(claim.items.map(({ assetId }) => assetId)).size === retired.size &&
    claim.items.every(({ assetId, quantity }) => retired.get(assetId) === BigInt(quantity))
  return { ...aboutUnits, holds }
}

const aboutUnits = { of: 'claim', says: 'The claim names the units that its movement retires.' } as const

function parsed<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
