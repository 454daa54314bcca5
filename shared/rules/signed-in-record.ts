/** The signed-in user that oidc-client-ts stores in the browser (specification, section 4). */
export type SignedInRecord = {
  id_token?: string | undefined
  profile: { sub: string } & Record<string, unknown>
}

export const oidcUserPrefix = 'oidc.user:'

/** The storage key of the signed-in record (oidc-client-ts). */
export function oidcUserKey(authority: string, clientId: string): string {
  return `${oidcUserPrefix}${authority}:${clientId}`
}

/** An id token's `iat`, in seconds; null if unreadable. */
export function beginOf(idToken: string | undefined): number | null {
  const iat = idToken === undefined ? undefined : payloadOf(idToken)?.iat
  return typeof iat === 'number' ? iat : null
}

/** An id token's `exp`, in seconds; null if unreadable. */
export function endOf(idToken: string | undefined): number | null {
  const exp = idToken === undefined ? undefined : payloadOf(idToken)?.exp
  return typeof exp === 'number' ? exp : null
}

/** Whether an id token's `exp` is earlier than `now` (ms). An unreadable token counts as expired. */
export function isExpired(idToken: string | undefined, now: number): boolean {
  const end = endOf(idToken)
  return end === null || end < now / 1000
}

/** Not verified: the browser only reads its own token. Null if unreadable. */
function payloadOf(token: string): Record<string, unknown> | null {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(payload) ? payload : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
