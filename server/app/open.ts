import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { endedSessions } from '#server/infra/auth/ended-sessions.ts'
import { type Issuer, issuerAt, signInOrigins } from '#server/infra/auth/issuer.ts'
import { tokenVerifier } from '#server/infra/auth/verify-token.ts'
import type { Chain } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { connectApplication } from '#server/infra/db/wall.ts'
import { scannerAt } from '#server/infra/files/scan.ts'
import { connectFiles } from '#server/infra/files/store.ts'
import { callCounts, shareCounts } from '#server/infra/http/call-counts.ts'
import { tenantOfIssuer } from '#server/people/tenants/sites.ts'
import type { Directory } from '#server/people/users/directory.ts'
import { whenCertificatesAreIssued } from '#server/units/claims/certificates.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { issuersWith } from '#server/units/ledger/log-growth.ts'
import { type AppOptions, createApp } from './app.ts'
import { startBackground } from './background.ts'
import { aClosing, usualCutAfterMs } from './closing.ts'

/** The app does not listen yet. */
export type Registry = { app: FastifyInstance; deps: UnitsDeps; stop(): Promise<void> }

export type RegistryParts = {
  config: Config
  /** The migrated database; background workers use it. */
  sql: Database
  /** The address of `sql`; requests use their own pools. */
  databaseUrl: string
  chain: Chain
  directory: Directory
  /** Avoids a network call to the embedded provider. */
  findIssuer?: (() => Promise<Issuer>) | undefined
  /** Why embedded servers are away. */
  troubles?: ReadonlyMap<string, string>
  log: FastifyBaseLogger
}

/** Starts the background workers, then creates the app. */
export async function openRegistry(
  parts: RegistryParts,
  options: Omit<AppOptions, 'logger' | 'closing'> = {},
): Promise<Registry> {
  const { config, log } = parts
  const now = () => new Date()
  const files = await connectFiles(config.STORAGE_URL, config.DATA_DIR)
  const background = await startBackground({ sql: parts.sql, config, chain: parts.chain, files, log, now })
  const application = await connectApplication(parts.sql, {
    url: parts.databaseUrl,
    appUrl: config.DATABASE_APP_URL,
    poolUrl: config.DATABASE_POOL_URL,
    readUrl: config.DATABASE_READ_URL,
  })
  const { sql, reads } = application
  if (!application.hasRole)
    log.warn('The database user may not take on registry_app: see “Database roles” in docs/operations.md.')
  else if (!application.isApart)
    log.warn('Requests sign in as the owner of the database: see “Database roles” in docs/operations.md.')
  options.metrics?.watchPool('requests', sql.connections)
  options.metrics?.watchPool('reads of visitors', reads.connections)
  options.metrics?.watchPool('behind them', parts.sql.connections)
  const findIssuer = parts.findIssuer ?? issuerAt(config.OIDC_AUTHORITY)
  const signIn = signInOrigins(findIssuer)
  const { settlement, settlementChanges, waitingChanges, standingChanges, sessionEnds, movementBell } = background
  // Before the streams subscribe: clients reopen an ended stream with the same token, which must fail.
  const sessions = config.embedded.identity ? await endedSessions(parts.sql, sessionEnds, log) : null
  const verifyToken = tokenVerifier(
    {
      authority: config.OIDC_AUTHORITY,
      clientId: config.OIDC_CLIENT_ID,
      audience: config.OIDC_AUDIENCE,
      groupsClaim: config.OIDC_GROUPS_CLAIM,
      groupsDelimiter: config.OIDC_GROUPS_DELIMITER ?? null,
      tenantOfIssuer: config.embedded.identity ? (issuer) => tenantOfIssuer({ sql, config }, issuer) : undefined,
      hasEnded: sessions?.hasEnded,
    },
    findIssuer,
  )
  const closing = aClosing()
  const deps: UnitsDeps = {
    config,
    log,
    sql,
    reads,
    lookups: application.lookups,
    checkDatabase: application.check,
    chain: parts.chain,
    files,
    scan: scannerAt(config.CLAMAV_URL),
    directory: parts.directory,
    verifyToken,
    signInOrigins: signIn.known,
    settlement,
    settlementChanges,
    waitingChanges,
    standingChanges,
    sessionEnds: sessions,
    movementBell,
    issuerOf: issuersWith(parts.sql, config.PUBLIC_URL),
    now,
    isStopping: closing.hasBegun,
    troubles: parts.troubles ?? new Map(),
    streamsEnd: closing.streamsEnd,
  }
  const counts = callCounts()
  const sharing = shareCounts(counts, parts.sql, log)
  const app = await createApp(deps, { counts, ...options, closing, logger: log }).catch(async (error: unknown) => {
    signIn.stop()
    await Promise.all([background.stop(), sharing.stop()])
    await application.end()
    throw error
  })
  return {
    app,
    deps,
    async stop() {
      await closing.close(app, { drainMs: config.DRAIN_SECONDS * 1_000 })
      signIn.stop()
      await sessions?.stop()
      await Promise.all([background.stop(), sharing.stop(), whenCertificatesAreIssued(usualCutAfterMs)])
      await application.end()
    },
  }
}
