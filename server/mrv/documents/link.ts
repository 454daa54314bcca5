import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** A permission to read one document until a time; `by` is whoever asked for it. */
const permission = z.object({ documentId: z.string(), by: z.string(), until: z.number() })
type Permission = z.output<typeof permission>

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Seals a permission into a text for an address: it can be neither made nor changed without the key, and does not show who asked.
 * `key` has 32 bytes.
 */
export function sealed(key: Buffer, facts: Permission): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, key, iv)
  const content = Buffer.concat([sealing.update(JSON.stringify(facts)), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), content]).toString('base64url')
}

/** What was sealed with this key, or null for anything else and after its time. */
export function unsealed(key: Buffer, text: string, now: Date): Permission | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length <= ivBytes + tagBytes) return null
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const content = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()])
    const facts = permission.parse(JSON.parse(content.toString()))
    return facts.until > now.valueOf() ? facts : null
  } catch {
    return null
  }
}
