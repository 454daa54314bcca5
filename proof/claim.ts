import { z } from 'zod'
import { bytesOf, sha256Of } from './hash.ts'
import { hash } from './proof-file.ts'

const item = z.strictObject({ assetId: z.string(), quantity: z.int().min(1) })

/** The public words of a claim in their canonical order (docs/proof.md, Claim). */
export const claimRecord = z.strictObject({
  tenantId: z.string(),
  claimId: z.string(),
  accountId: z.string(),
  beneficiaryKind: z.string(),
  beneficiary: z.string(),
  beneficiaryCountry: z.string().nullable(),
  purpose: z.string(),
  purposeDetail: z.string(),
  period: z.string().nullable().describe('[first day,last day]'),
  countryOfConsumption: z.string().nullable(),
  note: z.string().nullable().describe('null if private'),
  verifyCode: z.string(),
  items: z.array(item).describe('each asset once, in the order of their ids'),
  privateHash: hash.optional().describe('of the private words; absent without any'),
})
export type ClaimRecord = z.output<typeof claimRecord>

/** The canonical text of a claim; its SHA-256 is the movement's `documentHash`. */
export function claimText(claim: ClaimRecord): string {
  const items = claim.items
    .toSorted((a, b) => (a.assetId < b.assetId ? -1 : 1))
    .map(({ assetId, quantity }) => ({ assetId, quantity }))
  return JSON.stringify({
    tenantId: claim.tenantId,
    claimId: claim.claimId,
    accountId: claim.accountId,
    beneficiaryKind: claim.beneficiaryKind,
    beneficiary: claim.beneficiary,
    beneficiaryCountry: claim.beneficiaryCountry,
    purpose: claim.purpose,
    purposeDetail: claim.purposeDetail,
    period: claim.period,
    countryOfConsumption: claim.countryOfConsumption,
    note: claim.note,
    verifyCode: claim.verifyCode,
    items,
    privateHash: claim.privateHash,
  })
}

export type PrivateWords = { note: string; ownReference: string }

/**
 * SHA-256 of the salt (16 bytes in hex) and the words as canonical JSON. Whoever knows both can show that the words are
 * those of the claim; without the salt nobody can guess them.
 */
export function privateHash(salt: string, { note, ownReference }: PrivateWords): string {
  return sha256Of(bytesOf(salt), JSON.stringify({ note, ownReference }))
}
