import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { z } from 'zod'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { rightsAt, standingOnRecord } from '#server/people/users/standing.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** Until `until` (ms), `to` (a document id, or all pictures) opens with the rights of user `by`. */
const permission = z.object({ to: z.string(), by: z.string(), until: z.number() })
type Permission = z.output<typeof permission>

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** For addresses: browsers send no token with links and pictures. */
export function linkOf(deps: Pick<InfraDeps, 'chain'>, tenantId: string, facts: Permission): string {
  return sealed(linkKey(deps, tenantId), facts)
}

/** The user of a link, with present rights. Null for another target, an expired link or a suspended user. */
export async function holderOfLink(
  deps: Pick<InfraDeps, 'sql' | 'config' | 'chain' | 'now'>,
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
  { tenantId, to }: { tenantId: string; to: string },
  link: string,
): Promise<Actor | null> {
  const permission = unsealed(linkKey(deps, tenantId), link, deps.now())
  const standing = permission?.to === to ? await standingOnRecord(deps, tenantId, permission.by) : null
  return standing && { ...rightsAt(standing, deps.now()), address, requestId }
}

/** Derived from the deployment's secret, which the database and backups lack. */
function linkKey({ chain }: Pick<InfraDeps, 'chain'>, tenantId: string): Buffer {
  return chain.keyFor(`document links of ${tenantId}`)
}

/**
 * Encrypts a permission (AES-256-GCM), which prevents forgery and hides the user. Equal permissions give equal texts,
 * so that browsers can cache. `key`: 32 bytes.
 */
export function sealed(key: Buffer, facts: Permission): string {
  const text = JSON.stringify(facts)
  const iv = createHmac('sha256', key).update(text).digest().subarray(0, ivBytes)
  const sealing = createCipheriv(cipher, key, iv)
  const content = Buffer.concat([sealing.update(text), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), content]).toString('base64url')
}

/** Null if forged or expired. */
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
