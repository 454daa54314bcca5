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
  corrections: z
    .array(z.string())
    .optional()
    .describe("the canonical texts of the corrections of the claim's wording, in order; absent without any"),
  link: z.object({ sequence: z.int().min(1), previousHash: hash, hash }),
  log: z
    .object({
      path: z.array(hash).describe('from the leaf, the bytes of the link’s hash, to the root'),
      checkpoint: z.string().describe('the signed head of the tree'),
      key: z.string().describe('the log’s public key, to compare with a copy of one’s own'),
    })
    .nullable()
    .describe('null until a head covers the link, a few seconds after it'),
})
export type ProofFile = z.output<typeof proofFile>
