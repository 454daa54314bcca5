import type { VerifyToken } from '#server/infra/auth/verify-token.ts'
import type { Chain } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import type { Scan } from '#server/infra/files/scan.ts'
import type { FileStore } from '#server/infra/files/store.ts'
import type { Log } from '#server/infra/log.ts'

export type { Log } from '#server/infra/log.ts'

export type InfraDeps = {
  config: Config
  log: Log
  sql: Database
  /** Few connections with short limits, for visitors (`server/infra/db/wall.ts`). */
  reads: Database
  /** A separate pool for the look-up of a request's tenant. */
  lookups?: Database
  /** Fails if the database does not answer; uses a separate pool. */
  checkDatabase: () => Promise<void>
  chain: Chain
  files: FileStore
  scan: Scan
  verifyToken: VerifyToken
  /** Empty until discovery succeeds. */
  signInOrigins: () => readonly string[]
  now: () => Date
  isStopping: () => boolean
  /** Embedded servers that are down, with the reason. */
  troubles: ReadonlyMap<string, string>
  streamsEnd: AbortSignal
}

/** With the visitors' pool. */
export function forVisitors<Deps extends Pick<InfraDeps, 'reads'>>(deps: Deps): Deps & Pick<InfraDeps, 'sql'> {
  return { ...deps, sql: deps.reads }
}
