import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { z } from 'zod'
import { standingOnRecord } from '#server/people/users/standing.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** A permission to read something until a time, as whoever asked for it may: `to` is a document, or the pictures of projects. */
const permission = z.object({ to: z.string(), by: z.string(), until: z.number() })
type Permission = z.output<typeof permission>

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Makes a permission into a text for an address of a browser, which sends no token with links and pictures. */
export function linkOf(deps: UnitsDeps, tenantId: string, facts: Permission): string {
  return sealed(linkKey(deps, tenantId), facts)
}

/**
 * Returns who asked for a link, as the registry's record of them is now, at the address where it is used. Returns null after its time,
 * for a link to something else, and for whoever was suspended since.
 */
export async function holderOfLink(
  deps: UnitsDeps,
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
  { tenantId, to }: { tenantId: string; to: string },
  link: string,
): Promise<Actor | null> {
  const permission = unsealed(linkKey(deps, tenantId), link, deps.now())
  const standing = permission?.to === to ? await standingOnRecord(deps, tenantId, permission.by) : null
  return standing && { ...standing, address, requestId }
}

/** What the links of a registry are sealed with: made of the deployment's own secret, so that no database and no backup has it. */
function linkKey({ chain }: UnitsDeps, tenantId: string): Buffer {
  return chain.keyFor(`document links of ${tenantId}`)
}

/**
 * Seals a permission into a text: it can be neither made nor changed without the key, and does not show who asked. One permission makes
 * one text, so that an address stays the same as long as it is good. `key` has 32 bytes.
 */
export function sealed(key: Buffer, facts: Permission): string {
  const text = JSON.stringify(facts)
  const iv = createHmac('sha256', key).update(text).digest().subarray(0, ivBytes)
  const sealing = createCipheriv(cipher, key, iv)
  const content = Buffer.concat([sealing.update(text), sealing.final()])
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
