/** Why a text is no address that letters can go to: its form, or a local part that needs SMTPUTF8 (RFC 6531), which not every mail server has. */
export type EmailFault = 'form' | 'local'

const localPart = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]$/
const domainTyped = /^[\p{L}\p{M}\p{N}.-]+$/u
const domainKept = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/
const acePrefix = 'xn--'

/** Returns why letters cannot go to a typed address; null if they can. */
export function faultOfEmail(typed: string): EmailFault | null {
  const { local, domain } = partsOf(typed)
  if (domain === null) return 'form'
  if (localPart.test(local)) return null
  return localPart.test(local.replace(/[\p{L}\p{M}\p{N}]/gu, 'a')) ? 'local' : 'form'
}

/**
 * Returns an address in the one form in which addresses are kept, compared and sent to: the domain in ASCII and small letters (IDNA,
 * RFC 5891). Returns a text that is no address as it is.
 */
export function keptEmail(typed: string): string {
  const { local, domain } = partsOf(typed)
  return domain === null ? typed : `${local}@${domain}`
}

/** Returns a kept address as people write it: an international domain in its own letters. */
export function shownEmail(kept: string): string {
  if (!kept.includes(acePrefix)) return kept
  const { local, domain } = partsOf(kept)
  if (domain === null) return kept
  const shown = domain
    .split('.')
    .map((label) => (label.startsWith(acePrefix) ? (decoded(label.slice(acePrefix.length)) ?? label) : label))
    .join('.')
  return asciiDomain(shown) === domain ? `${local}@${shown}` : kept
}

/** Splits an address at its last `@`; the domain is null where it is none. */
function partsOf(typed: string): { local: string; domain: string | null } {
  const at = typed.lastIndexOf('@')
  return { local: typed.slice(0, Math.max(at, 0)), domain: at > 0 ? asciiDomain(typed.slice(at + 1)) : null }
}

/** The domain as the name system knows it; null for what is none, such as the number of a host. */
function asciiDomain(typed: string): string | null {
  if (!domainTyped.test(typed)) return null
  try {
    const { hostname } = new URL(`http://${typed}`)
    return domainKept.test(hostname) ? hostname : null
  } catch {
    return null
  }
}

/** The letters of a label in Punycode (RFC 3492, section 6.2); null if it is malformed. */
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
