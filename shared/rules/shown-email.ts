import { asciiDomain, partsOf } from './email.ts'

const acePrefix = 'xn--'

/** Displays an international domain in Unicode. */
export function shownEmail(stored: string): string {
  if (!stored.includes(acePrefix)) return stored
  const { local, domain } = partsOf(stored)
  if (domain === null) return stored
  const shown = domain
    .split('.')
    .map((label) => (label.startsWith(acePrefix) ? (decoded(label.slice(acePrefix.length)) ?? label) : label))
    .join('.')
  return asciiDomain(shown) === domain ? `${local}@${shown}` : stored
}

/** Decodes a Punycode label (RFC 3492, section 6.2); null if malformed. */
function decoded(label: string): string | null {
  const base = 36
  const end = label.lastIndexOf('-')
  const letters = [...label.slice(0, Math.max(end, 0))]
  let code = 128
  let place = 0
  let bias = 72
  for (let at = end + 1; at < label.length; ) {
    const before = place
    for (let weight = 1, k = base; ; k += base) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(label.charAt(at) || ' ')
      at += 1
      if (digit < 0) return null
      place += digit * weight
      const threshold = Math.min(Math.max(k - bias, 1), 26)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const count = letters.length + 1
    bias = adapted(before === 0 ? Math.floor((place - before) / 700) : Math.floor((place - before) / 2), count)
    code += Math.floor(place / count)
    place %= count
    if (code > 0x10ffff) return null
    letters.splice(place, 0, String.fromCodePoint(code))
    place += 1
  }
  return letters.join('')
}

/** RFC 3492, section 6.1. */
function adapted(damped: number, count: number): number {
  let delta = damped + Math.floor(damped / count)
  let k = 0
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35)
  return k + Math.floor((36 * delta) / (delta + 38))
}
