import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** The secret of a link that is sent to somebody. */
export function newLinkToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** All that is kept of a link's token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
