import { sha256Of } from '#proof/hash.ts'
import { linkHash, movementText, noHash } from '#proof/movement.ts'
import type { Sql } from '#server/infra/db/database.ts'
import { type LinkedRow, linksAfter } from './links.ts'

/**
 * `order`: a link is missing before this one. `movement`: the link's movement is gone. `link`: the movement or its
 * entries differ from what was linked. `document`: the claim's words, or what a mint rests on, differ from the hash in the
 * movement, or a corrected wording from its own.
 */
export type LedgerFault = {
  sequence: bigint
  transactionId: string
  of: 'order' | 'movement' | 'link' | 'document'
}

/** How far a chain holds. */
export type VerifiedLedger = { links: bigint; lastHash: string; fault: LedgerFault | null }

export const nothingVerified: VerifiedLedger = { links: 0n, lastHash: noHash, fault: null }

const linksAtOnce = 1_000

/** Recomputes a tenant's whole chain from its first link until the first fault. */
export async function verifyLedger(sql: Sql, tenantId: string): Promise<VerifiedLedger> {
  let verified = nothingVerified
  for (;;) {
    const next = await verifyFurther(sql, tenantId, verified)
    if (next === verified) return verified
    verified = next
  }
}

/** Recomputes the next thousand links; returns `verified` itself at the end of the chain and after a fault. */
export async function verifyFurther(sql: Sql, tenantId: string, verified: VerifiedLedger): Promise<VerifiedLedger> {
  if (verified.fault) return verified
  let { links, lastHash } = verified
  const rows = await linksAfter(sql, tenantId, links, linksAtOnce)
  if (rows.length === 0) return verified
  for (const row of rows) {
    const of = faultOf(row, links + 1n, lastHash)
    if (of) {
      const { sequence, transactionId } = row.link
      return { links, lastHash, fault: { sequence, transactionId, of } }
    }
    links += 1n
    lastHash = row.link.hash
  }
  return { links, lastHash, fault: null }
}

function faultOf({ link, movement, document, corrections }: LinkedRow, expected: bigint, lastHash: string) {
  if (link.sequence !== expected) return 'order'
  if (!movement) return 'movement'
  const text = movementText({ ...movement, sequence: Number(link.sequence) })
  if (link.previousHash !== lastHash || linkHash(lastHash, text) !== link.hash) return 'link'
  const isDocumented = movement.type === 'claim' || movement.documentHash !== null
  if (isDocumented && (document === null || sha256Of(document) !== movement.documentHash)) return 'document'
  if (corrections.some(({ text, hash }) => sha256Of(text) !== hash)) return 'document'
  return null
}
