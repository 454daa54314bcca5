import type { JWTVerifyGetKey } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Database } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'
import type { CallCounts } from '#server/infra/http/call-counts.ts'
import type { Mail } from '#server/infra/mail/mail.ts'
import type { Keys } from './keys.ts'
import type { ProviderOptions } from './provider.ts'
import type { IdentitySite, Sites } from './sites.ts'

export type IdentityOptions = ProviderOptions & {
  /** The limit per network address. */
  callsPerMinute: number
}

export type Identity = {
  sql: Database
  options: IdentityOptions
  sites: Sites
  /** Null without a mail server: admins then pass on the links. */
  mail: Mail | null
  log: Log
  /** Calls by network address, in all processes. */
  counts: CallCounts
  /** Replaced when keys rotate. */
  current: { keys: Keys; keyOf: JWTVerifyGetKey; providerOf(site: IdentitySite): Provider }
}
