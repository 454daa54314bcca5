import { z } from 'zod'
import { hash } from './proof-file.ts'

const number = z.string().regex(/^\d{1,19}$/)
const days = z.string().describe('[first day,last day]')

const asset = z.strictObject({
  assetId: z.string(),
  vintage: days,
  verified: number.describe('how many units of this vintage may ever be issued'),
})

const verification = z.strictObject({
  verificationId: z.string(),
  projectId: z.string(),
  verifierId: z.string().describe('account of the verifier'),
  quantity: number.describe('verified units of all vintages'),
  decidedAt: z.string().nullable(),
  measurementId: z.string(),
  measurerId: z.string().describe('account of the measurer'),
  methodologyId: z.string().nullable(),
  period: days,
  measured: number.nullable(),
  publicDocuments: z.array(hash).describe('SHA-256 of each public file, in order'),
  privateDocuments: z.array(hash).describe('sealed hash of each private file, in order'),
  assets: z.array(asset).describe('what the mint issued, in the order of the ids'),
})

/** What a mint rests on, in canonical order (docs/proof.md, Mint). */
export const mintRecord = z.strictObject({
  tenantId: z.string(),
  transactionId: z.string(),
  verifications: z.array(verification).describe('in the order of the ids'),
})
export type MintRecord = z.output<typeof mintRecord>

/** The canonical text of a mint; its SHA-256 is the movement's `documentHash`. Zod keeps the order of the fields above. */
export function mintText(mint: MintRecord): string {
  return JSON.stringify(mintRecord.parse(mint))
}
