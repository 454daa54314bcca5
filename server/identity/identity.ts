import type { Provider } from 'oidc-provider'
import type { Database } from '#server/db/database.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { Keys } from './keys.ts'
import type { ProviderOptions } from './provider.ts'

export type Log = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export type IdentityOptions = ProviderOptions & { registryName: string; callsPerMinute: number }

/** The running provider as its pages and its directory use it. Keys and provider are replaced when keys rotate. */
export type Identity = {
  sql: Database
  options: IdentityOptions
  /** Null without an SMTP server: links then go to the admin, who passes them on. */
  mail: Mail | null
  log: Log
  current: { keys: Keys; provider: Provider }
}
