/**
 * `__Host-` restricts a cookie to https, this host and all its paths (RFC 6265bis, 4.1.3). Plain http allows no prefix.
 */
export function hostCookie(name: string, origin: string): string {
  return isSecure(origin) ? `__Host-${name}` : name
}

/** For a cookie of one path. */
export function pathCookie(name: string, origin: string): string {
  return isSecure(origin) ? `__Secure-${name}` : name
}

export function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}
