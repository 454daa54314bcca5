import type { JWTVerifyGetKey } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Database } from '#server/infra/db/database.ts'
import type { Mail } from '#server/infra/mail/mail.ts'
import type { Keys } from './keys.ts'
import type { ProviderOptions } from './provider.ts'
import type { IdentitySite, Sites } from './sites.ts'

export type Log = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export type IdentityOptions = ProviderOptions & {
  /** From one address. */
  callsPerMinute: number
}

/** The running provider as its pages and its directory use it. */
export type Identity = {
  sql: Database
  options: IdentityOptions
  sites: Sites
  /** Null without an SMTP server: links then go to the admin, who passes them on. */
  mail: Mail | null
  log: Log
  /** Replaced as a whole when keys rotate. */
  current: { keys: Keys; keyOf: JWTVerifyGetKey; providerOf(site: IdentitySite): Provider }
}
