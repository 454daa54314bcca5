import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of the parts one after the other, in lower-case hex; texts count as UTF-8. */
export function sha256Of(...parts: readonly (string | Uint8Array)[]): string {
  return bytesToHex(sha256(concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part)))))
}

/** Throws unless `hex` has two hexadecimal digits for each byte. */
export const bytesOf = (hex: string): Uint8Array => hexToBytes(hex)

export const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (each) => each.charCodeAt(0))

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Hashes of 32 bytes, one after the other. */
export function hashesIn(bytes: Uint8Array): string[] {
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytesToHex(bytes.subarray(32 * at, 32 * at + 32)))
}

export const hexOf = bytesToHex
