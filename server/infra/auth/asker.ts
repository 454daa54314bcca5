/** Returns the token of an `Authorization` header; null if it has none. */
export function bearerIn(authorization: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? null
}

/** What a request says of its sender; whether that is true, the token decides. */
export type Asker = {
  /** The host name that was asked, with its port. */
  host: string
  /** The header of that name. */
  authorization: string | undefined
  address: string
  requestId: string
  log: { warn(facts: object, message: string): void }
}
