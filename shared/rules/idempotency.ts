/** The caller's key and the request's SHA-256. */
export type Idempotency = { key: string | null; requestHash: Uint8Array }

/** Visible ASCII characters. */
export const idempotencyKeyCharacters = /^[\x21-\x7e]+$/
