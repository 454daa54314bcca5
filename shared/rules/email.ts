/** `local`: the local part needs SMTPUTF8 (RFC 6531), which not every mail server supports. */
export type EmailFault = 'form' | 'local'

const localPart = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]$/
const typedDomain = /^[\p{L}\p{M}\p{N}.-]+$/u
const storedDomain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** Returns why mail cannot be sent to a typed address; null if it can. */
export function faultOfEmail(typed: string): EmailFault | null {
  const { local, domain } = partsOf(typed)
  if (domain === null) return 'form'
  if (localPart.test(local)) return null
  return localPart.test(local.replace(/[\p{L}\p{M}\p{N}]/gu, 'a')) ? 'local' : 'form'
}

/** Returns the stored form: the domain in lower-case ASCII (IDNA, RFC 5891). Returns an invalid address unchanged. */
export function storedEmail(typed: string): string {
  const { local, domain } = partsOf(typed)
  return domain === null ? typed : `${local}@${domain}`
}

/** Splits an address at its last `@`; `domain` is null if invalid. */
export function partsOf(typed: string): { local: string; domain: string | null } {
  const at = typed.lastIndexOf('@')
  return { local: typed.slice(0, Math.max(at, 0)), domain: at > 0 ? asciiDomain(typed.slice(at + 1)) : null }
}

/** Returns the domain in ASCII; null if invalid, such as an IP address. */
export function asciiDomain(typed: string): string | null {
  if (!typedDomain.test(typed)) return null
  try {
    const { hostname } = new URL(`http://${typed}`)
    return storedDomain.test(hostname) ? hostname : null
  } catch {
    return null
  }
}
