import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of the parts one after the other, in lower-case hex; texts count as UTF-8. */
export function sha256Of(...parts: readonly (string | Uint8Array)[]): string {
  return bytesToHex(sha256(concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part)))))
}

/** Throws unless `hex` has two hexadecimal digits for each byte. */
export const bytesOf = (hex: string): Uint8Array => hexToBytes(hex)
