import { z } from 'zod'
import { readCheckpoint, readVerifierKey } from './checkpoint.ts'
import { claimRecord, claimText } from './claim.ts'
import { correctionRecord, correctionText } from './correction.ts'
import { sha256Of } from './hash.ts'
import { mintRecord, mintText } from './mint.ts'
import { linkHash, type MovementRecord, movementRecord, movementText } from './movement.ts'
import { type ProofFile, proofFile } from './proof-file.ts'
import { includes, leafHash } from './tree.ts'

export type Check = {
  of: 'form' | 'document' | 'link' | 'claim' | 'mint' | 'correction' | 'key' | 'log'
  holds: boolean
  says: string
}

/**
 * Checks a proof without any call; `key` is the reader's own copy of the log's public key, if there is one. A text that
 * no proof can be read from fails the check of its form.
 */
export function checkProof(file: unknown, key?: string): Check[] {
  const proof = proofFile.safeParse(file)
  if (!proof.success) return [{ of: 'form', holds: false, says: `This is no proof: ${z.prettifyError(proof.error)}` }]
  const { movement: text, document, corrections = [], link, log } = proof.data
  const movement = parsed(movementRecord, text, movementText)
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
    ...(movement.type === 'mint' && document !== null ? [mintCheck(movement, document)] : []),
    ...(corrections.length > 0 ? [correctionCheck(document, corrections)] : []),
    ...(log ? [logCheck(link, log)] : []),
    ...(key !== undefined && (log === null || log.key !== key)
      ? [{ of: 'key', holds: false, says: 'The log has signed with the key that you know.' } as const]
      : []),
  ]
}

/** The claim's document is about the units that its movement retires, to the unit. */
function claimCheck(movement: MovementRecord, document: string | null): Check {
  const claim = document === null ? null : parsed(claimRecord, document, claimText)
  const retired = new Map<string, bigint>()
  const ends = new Map<string, bigint>()
  const entries = movement.entries.toSorted((a, b) => Number(BigInt(a[1]) - BigInt(b[1])))
  for (const [assetId, first, last, from, , to, state] of entries) {
    const isOurs = state === 'retired' && from === movement.from && to === movement.from
    if (!isOurs || BigInt(first) > BigInt(last) || BigInt(first) <= (ends.get(assetId) ?? 0n)) {
      return { ...aboutUnits, holds: false }
    }
    ends.set(assetId, BigInt(last))
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

/** The mint's document is about the assets that the movement issues, and neither goes beyond what was verified. */
function mintCheck(movement: MovementRecord, document: string): Check {
  const mint = parsed(mintRecord, document, mintText)
  const assets = (mint?.verifications ?? []).flatMap((verification) => verification.assets)
  const verified = new Map(assets.map(({ assetId, verified }) => [assetId, BigInt(verified)]))
  const issued = new Set(movement.entries.map(([assetId]) => assetId))
  const holds =
    mint?.tenantId === movement.tenantId &&
    mint.transactionId === movement.transactionId &&
    verified.size === assets.length &&
    verified.size === issued.size &&
    movement.entries.every(([assetId, , last]) => BigInt(last) <= (verified.get(assetId) ?? -1n)) &&
    mint.verifications.every(({ quantity, assets }) => {
      return assets.reduce((sum, { verified }) => sum + BigInt(verified), 0n) <= BigInt(quantity)
    })
  return { of: 'mint', holds, says: 'The mint issues no more than its verifications cover.' }
}

/** Each correction is of this claim, and states the hash of the text before. */
function correctionCheck(document: string | null, corrections: readonly string[]): Check {
  const claim = document === null ? null : parsed(claimRecord, document, claimText)
  const holds = corrections.every((text, index) => {
    const correction = parsed(correctionRecord, text, correctionText)
    const before = corrections[index - 1] ?? document
    return (
      claim !== null &&
      correction?.tenantId === claim.tenantId &&
      correction.claimId === claim.claimId &&
      correction.version === index + 2 &&
      correction.previousHash === sha256Of(before ?? '') &&
      (correction.reason !== null || !correction.byRegistry)
    )
  })
  return { of: 'correction', holds, says: 'Each correction of the wording continues the wording before.' }
}

function logCheck(link: ProofFile['link'], { path, checkpoint, key }: NonNullable<ProofFile['log']>): Check {
  const verifier = readVerifierKey(key)
  const head = verifier && readCheckpoint(checkpoint, verifier)
  const proof = { leaf: leafHash(link.hash), index: link.sequence - 1, path }
  return {
    of: 'log',
    holds: head !== null && includes(head.root, head.size, proof),
    says: `The tree that ${verifier?.name ?? 'nobody'} has signed${head ? `, of ${head.size} links,` : ''} has this link.`,
  }
}

const aboutUnits = { of: 'claim', says: 'The claim names the units that its movement retires.' } as const

/** Null unless the text is the canonical one: readers of JSON differ about a field that is named twice. */
function parsed<Shape extends z.ZodType>(
  shape: Shape,
  text: string,
  canonical: (record: z.output<Shape>) => string,
): z.output<Shape> | null {
  try {
    const record = shape.parse(JSON.parse(text))
    return canonical(record) === text ? record : null
  } catch {
    return null
  }
}
