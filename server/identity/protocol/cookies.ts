/**
 * The full name of a cookie of a site. By its prefix a browser takes it over https from this host alone, and for the whole host
 * (RFC 6265bis, 4.1.3); over plain http, as on one's own machine, no prefix is possible.
 */
export function hostCookie(name: string, origin: string): string {
  return isSecure(origin) ? `__Host-${name}` : name
}

/** The same of a cookie for one path, which a browser takes over https alone. */
export function pathCookie(name: string, origin: string): string {
  return isSecure(origin) ? `__Secure-${name}` : name
}

export function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}
