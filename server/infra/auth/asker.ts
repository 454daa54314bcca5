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
