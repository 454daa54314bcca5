import { z } from 'zod'

/** SHA-256 in lower-case hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What proves one movement: the exact texts that the hashes cover, and the movement's link in the hash chain. */
export const proofFile = z.object({
  format: z.literal('registry-proof/1'),
  movement: z.string().describe('the canonical text that the link covers'),
  document: z
    .string()
    .nullable()
    .describe('the canonical text whose SHA-256 the movement states; null for a movement without a document'),
  link: z.object({ sequence: z.int().min(1), previousHash: hash, hash }),
})
export type ProofFile = z.output<typeof proofFile>
