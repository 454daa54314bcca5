import { assemble } from './app/assemble.ts'
import { makeDataDir } from './app/data-dir.ts'
import { listen, refuseTakenPort } from './app/listen.ts'
import { openLog } from './app/log.ts'
import { type Running, runUntilAskedToStop } from './app/running.ts'
import { type Config, ConfigError, readConfig } from './infra/config.ts'
import { connectDatabase } from './infra/db/database.ts'
import { migrate } from './infra/db/migrate.ts'
import { tracingTo } from './infra/tracing/tracing.ts'

/**
 * `npm start`: the registry. PostgreSQL, chain, identity provider and people that no setting names are brought along. Data is
 * kept in DATA_DIR, where the next start finds it. The embedded servers and the sandbox are imported only if they are needed:
 * a process with real ones loads none of them.
 */
async function start(running: Running): Promise<void> {
  const config = readConfig()
  await refuseTakenPort(config)
  await makeDataDir(config)
  const tracing = await tracingTo(config.OTEL_EXPORTER_OTLP_ENDPOINT)
  if (tracing) await running.add(tracing.stop)
  const troubles = new Map<string, string>()
  const remember = (part: string) => (trouble: string | null) => {
    if (trouble === null) troubles.delete(part)
    else troubles.set(part, trouble)
  }
  const log = openLog(config, { facts: tracing?.logFacts, onTrouble: remember('log') })
  const say = (line: string) => log.debug({ line }, 'embedded')
  const onTroubleOf = (part: string) => (trouble: string | null) => {
    remember(part)(trouble)
    if (trouble !== null) log.warn({ part }, trouble)
  }
  const { database, node, webFolder } = await startServers(config, { say, onTroubleOf }, running)

  const sql = connectDatabase(database.url, { max: 8 })
  await running.add(() => sql.end())
  await migrate(sql, undefined, { say: (words) => log.warn(`The database is upgraded: ${words}.`) })
  const { app, deps } = await assemble(
    { config, sql, databaseUrl: database.url, node, troubles, log, tracing },
    { webFolder },
    running,
  )
  const invitation = config.embedded.people ? await (await import('#sandbox/sandbox.ts')).openSandbox(sql, deps) : ''
  await listen(app, config)
  console.log(`${config.REGISTRY_NAME} is ready at ${config.PUBLIC_URL}\n${invitation}`.trimEnd())
}

/** What becomes of the words of the embedded servers, and of what goes wrong with them. */
type Ears = { say(line: string): void; onTroubleOf(part: string): (trouble: string | null) => void }

/**
 * Starts the database first and alone: it refuses a second process on the same DATA_DIR before that could touch the chain of
 * the first. A server that has started is stopped even if another one fails to start.
 */
async function startServers(config: Config, ears: Ears, running: Running) {
  const database = await databaseOf(config, ears)
  await running.add(database.stop)
  const starting = nodeOf(config, ears).then(async (node) => {
    await running.add(node.stop)
    return node
  })
  const { webFolderOf } = await import('#embedded/web-build.ts')
  const isProduction = config.NODE_ENV === 'production'
  const [node, web] = await Promise.allSettled([starting, webFolderOf({ dataDir: config.DATA_DIR, isProduction })])
  if (node.status === 'rejected') throw node.reason
  if (web.status === 'rejected') throw web.reason
  return { database, node: node.value, webFolder: web.value }
}

async function databaseOf(config: Config, { say, onTroubleOf }: Ears) {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => {} }
  const { startPostgres } = await import('#embedded/postgres.ts')
  return startPostgres({ dataDir: config.DATA_DIR, log: say, onTrouble: onTroubleOf('database') })
}

async function nodeOf(config: Config, { say, onTroubleOf }: Ears) {
  const { CHAIN_RPC_URL: rpcUrl, CHAIN_OPERATOR_KEY: operatorKey } = config
  if (rpcUrl) {
    if (!operatorKey) throw new ConfigError('CHAIN_OPERATOR_KEY must hold the operator’s key for CHAIN_RPC_URL.')
    return { rpcUrl, operatorKey: `0x${operatorKey.slice(2)}` as const, stop: async () => {} }
  }
  const { startChain } = await import('#embedded/chain.ts')
  return startChain({ dataDir: config.DATA_DIR, log: say, onTrouble: onTroubleOf('chain') })
}

await runUntilAskedToStop(start)
