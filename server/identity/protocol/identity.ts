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
  /** How many calls a minute one network address may make. */
  callsPerMinute: number
}

/** The running provider as its pages and its directory use it. */
export type Identity = {
  sql: Database
  options: IdentityOptions
  sites: Sites
  /** Null without a mail server: links are then returned to the admin, who passes them on. */
  mail: Mail | null
  log: Log
  /** How much each network address calls, in all processes. */
  counts: CallCounts
  /** Replaced as a whole when keys rotate. */
  current: { keys: Keys; keyOf: JWTVerifyGetKey; providerOf(site: IdentitySite): Provider }
}
