import { z } from 'zod'
import { claimRecord } from './claim.ts'
import { hash } from './proof-file.ts'

/** The words of a claim that may be corrected, in their canonical order. */
const claimWording = claimRecord.pick({
  beneficiaryKind: true,
  beneficiary: true,
  beneficiaryCountry: true,
  purpose: true,
  purposeDetail: true,
  period: true,
  countryOfConsumption: true,
})
export type ClaimWords = z.output<typeof claimWording>
export const wordsOfClaim = Object.keys(claimWording.shape) as (keyof ClaimWords)[]

/** A correction of a claim's wording in its canonical order (docs/proof.md, Correction). */
export const correctionRecord = z.strictObject({
  tenantId: z.string(),
  claimId: z.string(),
  version: z.int().min(2),
  previousHash: hash.describe('of the text of the version before; of version 1 the `documentHash` of the movement'),
  ...claimWording.shape,
  byRegistry: z.boolean(),
  reason: z.string().nullable(),
  correctedAt: z.iso.datetime({ precision: 3 }),
})
export type CorrectionRecord = z.output<typeof correctionRecord>

/** The canonical text of a correction. */
export function correctionText(correction: CorrectionRecord): string {
  return JSON.stringify({
    tenantId: correction.tenantId,
    claimId: correction.claimId,
    version: correction.version,
    previousHash: correction.previousHash,
    beneficiaryKind: correction.beneficiaryKind,
    beneficiary: correction.beneficiary,
    beneficiaryCountry: correction.beneficiaryCountry,
    purpose: correction.purpose,
    purposeDetail: correction.purposeDetail,
    period: correction.period,
    countryOfConsumption: correction.countryOfConsumption,
    byRegistry: correction.byRegistry,
    reason: correction.reason,
    correctedAt: correction.correctedAt,
  })
}
