import type { VerifyToken } from '#server/infra/auth/verify-token.ts'
import type { Chain } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import type { Scan } from '#server/infra/files/scan.ts'
import type { FileStore } from '#server/infra/files/store.ts'
import type { Log } from '#server/infra/log.ts'

export type { Log } from '#server/infra/log.ts'

/** The doors to the outside world, opened once at the start. */
export type InfraDeps = {
  config: Config
  log: Log
  sql: Database
  /** The share of connections for what visitors read: few, and with short limits (`server/infra/db/wall.ts`). */
  reads: Database
  /** Connections that no crowd takes, for what every request asks in no time: which tenant it means. */
  lookups?: Database
  /** Resolves when the database answers, on a connection that nothing else waits for. */
  checkDatabase: () => Promise<void>
  chain: Chain
  files: FileStore
  scan: Scan
  verifyToken: VerifyToken
  /** Where the web app goes to sign in, by the provider's discovery; empty until that was read. */
  signInOrigins: () => readonly string[]
  now: () => Date
  /** Whether this process is about to end, and should get no further calls. */
  isStopping: () => boolean
  /** Which embedded servers are away and why, a sentence each, as it is now. */
  troubles: ReadonlyMap<string, string>
  /** Aborted when streams are to end, because the process stops. */
  streamsEnd: AbortSignal
}

/** The same doors for a call that visitors may make: what it asks goes through the visitors' share of connections. */
export function forVisitors<Deps extends Pick<InfraDeps, 'sql' | 'reads'>>(deps: Deps): Deps {
  return { ...deps, sql: deps.reads }
}
