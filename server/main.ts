import { join } from 'node:path'
import { connectChain } from './chain/chain.ts'
import type { Hex } from './chain/derive.ts'
import { ConfigError, readConfig } from './config.ts'
import { connectDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { listen, StartRefused } from './listen.ts'
import { openLog } from './log.ts'
import { openRegistry } from './registry.ts'
import { externalDirectory } from './users/external-directory.ts'

/** Starts the registry on real servers: every part of the world is named by a setting. */
async function main(): Promise<void> {
  const config = readConfig()
  const { DATABASE_URL, CHAIN_RPC_URL, CHAIN_OPERATOR_KEY } = config
  if (!DATABASE_URL || !CHAIN_RPC_URL || !CHAIN_OPERATOR_KEY || config.embedded.identity) {
    throw new ConfigError(
      'DATABASE_URL, CHAIN_RPC_URL, CHAIN_OPERATOR_KEY and OIDC_AUTHORITY must be set; npm start brings what is missing.',
    )
  }
  const log = openLog(config)
  const sql = connectDatabase(DATABASE_URL, { max: 8 })
  await migrate(sql)
  const chain = connectChain({
    rpcUrl: CHAIN_RPC_URL,
    operatorKey: CHAIN_OPERATOR_KEY as Hex,
    confirmations: config.CHAIN_CONFIRMATIONS,
    explorerUrl: config.CHAIN_EXPLORER_URL,
  })
  const webFolder = join(import.meta.dirname, '../dist/web')
  const registry = await openRegistry(
    { config, sql, databaseUrl: DATABASE_URL, chain, directory: externalDirectory(config.OIDC_AUTHORITY), log },
    { webFolder },
  )

  const stop = async () => {
    await registry.stop()
    await sql.end({ timeout: 5 })
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await listen(registry.app, config)
}

main().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof StartRefused
  console.error(isExpected ? error.message : error)
  process.exit(1)
})
