import type { FastifyBaseLogger } from 'fastify'
import type { VerifyToken } from './auth/verify-token.ts'
import type { Chain } from './chain/chain.ts'
import type { Config } from './config.ts'
import type { Changes } from './db/changes.ts'
import type { Database } from './db/database.ts'
import type { FileStore } from './files/store.ts'
import type { Settlement } from './settlement/settlement.ts'
import type { Directory } from './users/directory.ts'

/** What every feature may ask for; made once when the registry is opened. */
export type Deps = {
  config: Config
  log: FastifyBaseLogger
  sql: Database
  chain: Chain
  files: FileStore
  directory: Directory
  verifyToken: VerifyToken
  /** Where the web app goes to sign in, by the provider's discovery; empty until that was read. */
  signInOrigins: () => readonly string[]
  settlement: Settlement
  /** Tells whenever the settlement of some movement changed. */
  settlementChanges: Changes
  now: () => Date
}
