export function bearerIn(authorization: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? null
}

export type Requester = {
  /** With its port. */
  host: string
  authorization: string | undefined
  /** The account that the call names. */
  account?: string | undefined
  address: string
  requestId: string
  log: { warn(facts: object, message: string): void }
}
