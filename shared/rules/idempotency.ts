/** What names a repeated request: the key that the caller chose, and the SHA-256 of what it asked. */
export type Idempotency = { key: string | null; requestHash: Uint8Array }

/** What an Idempotency-Key is made of: visible ASCII characters. */
export const idempotencyKeyCharacters = /^[\x21-\x7e]+$/
