import { createHmac, randomBytes } from 'node:crypto'
import { base32 } from '@scure/base'

const stepS = 30
const digits = 6
/** RFC 4226, section 4, recommends 160 bits. */
const secretBytes = 20
/** Clocks may differ by a step (RFC 6238, section 5.2). */
const tolerated = [0, -1, 1]

/** In base32, as people type it into an app. */
export function newSecret(): string {
  return base32.encode(randomBytes(secretBytes))
}

/** Null unless made by `newSecret`. */
export function secretIn(text: string): Buffer | null {
  return /^[A-Z2-7]{32}$/.test(text) ? Buffer.from(base32.decode(text)) : null
}

/** The address that apps read (Google Authenticator's Key URI Format). */
export function keyUri(secret: string, registry: string, email: string): string {
  const label = `${encodeURIComponent(registry)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(registry)}`
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepS)
}

/** RFC 6238 with SHA-1, which all apps know; the truncation is RFC 4226's, section 5.3. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code was typed, or null. People type spaces. */
export function stepOf(secret: Uint8Array, typed: string, now: Date): number | null {
  const code = typed.replaceAll(/\s/g, '')
  const offset = tolerated.find((each) => codeOf(secret, stepAt(now) + each) === code)
  return offset === undefined ? null : stepAt(now) + offset
}
