/** Why a text is no address that letters can go to: its form, or a local part that needs SMTPUTF8 (RFC 6531), which not every mail server has. */
export type EmailFault = 'form' | 'local'

const localPart = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]$/
const domainTyped = /^[\p{L}\p{M}\p{N}.-]+$/u
const domainKept = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

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

/** Splits an address at its last `@`; the domain is null where it is none. */
export function partsOf(typed: string): { local: string; domain: string | null } {
  const at = typed.lastIndexOf('@')
  return { local: typed.slice(0, Math.max(at, 0)), domain: at > 0 ? asciiDomain(typed.slice(at + 1)) : null }
}

/** The domain as the name system knows it; null for what is none, such as the number of a host. */
export function asciiDomain(typed: string): string | null {
  if (!domainTyped.test(typed)) return null
  try {
    const { hostname } = new URL(`http://${typed}`)
    return domainKept.test(hostname) ? hostname : null
  } catch {
    return null
  }
}
