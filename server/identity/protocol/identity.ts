import type { JWTVerifyGetKey } from 'jose'
import type { Provider } from 'oidc-provider'
import type { TextKey } from '#server/identity/texts/texts.ts'
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

/** Somebody of a sandbox, as whom anybody may sign in without a password. */
export type SamplePerson = { email: string; name: string; does: TextKey }

export type Identity = {
  sql: Database
  options: IdentityOptions
  sites: Sites
  /** Null without a mail server: admins then pass on the links. */
  mail: Mail | null
  log: Log
  /** Calls by network address, in all processes. */
  counts: CallCounts
  /** At the site of this tenant alone; null outside of a sandbox. */
  sample: { tenantId: string; people: readonly SamplePerson[] } | null
  /** Replaced when keys rotate. */
  current: { keys: Keys; keyOf: JWTVerifyGetKey; providerOf(site: IdentitySite): Provider }
}
