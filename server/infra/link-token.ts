import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32

export function newLinkToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Only the hash is stored. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
