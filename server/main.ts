import { assemble } from './app/assemble.ts'
import { makeDataDir } from './app/data-dir.ts'
import { listen, refuseTakenPort } from './app/listen.ts'
import { openLog } from './app/log.ts'
import { type Running, runUntilStopped } from './app/running.ts'
import { progressOn } from './app/terminal.ts'
import { type Config, ConfigError, readConfig } from './infra/config.ts'
import { connectDatabase } from './infra/db/database.ts'
import { migrate } from './infra/db/migrate.ts'
import { tracingTo } from './infra/tracing/tracing.ts'

/**
 * `npm start`: runs the registry, with embedded servers where no setting names others. Data stays in DATA_DIR. Embedded
 * servers are imported only on demand.
 */
async function start(running: Running): Promise<void> {
  const config = readConfig()
  const progress = progressOn(process.stdout)
  progress('Starting the database and the chain …')
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
  const logLine = (line: string) => log.debug({ line }, 'embedded')
  const onTroubleOf = (part: string) => (trouble: string | null) => {
    remember(part)(trouble)
    if (trouble !== null) log.warn({ part }, trouble)
  }
  const { database, node, building } = await startServers(config, { logLine, onTroubleOf }, running)

  const sql = connectDatabase(database.url, { max: 8 })
  await running.add(() => sql.end())
  await migrate(sql, undefined, { report: (words) => log.warn(`The database is upgraded: ${words}.`) })
  const sandbox = config.embedded.people ? await import('#sandbox/sandbox.ts') : null
  progress(
    sandbox ? 'Preparing the web app and the sandbox; only the first start takes long …' : 'Preparing the web app …',
  )
  const prepared = await sandbox?.prepareSandbox(sql, config)
  const webFolder = await building
  const { app, deps } = await assemble(
    { config, sql, databaseUrl: database.url, node, troubles, log, tracing, samplePeople: sandbox?.samplePeople },
    { webFolder },
    running,
  )
  const invitation = sandbox && prepared ? await sandbox.openSandbox(deps, prepared) : ''
  await listen(app, config)
  progress('')
  console.log(`${config.REGISTRY_NAME} is ready at ${config.PUBLIC_URL}\n${invitation}`.trimEnd())
  if (!sandbox || !prepared?.hasStory) return
  const story = sandbox.startStory(sql, deps, prepared, (year) => progress(`The sandbox is at the year ${year} …`))
  await running.add(story.stop)
  const isTold = await story.done
  progress('')
  if (isTold) console.log('The sandbox has eight years behind it now.')
}

type Reporter = { logLine(line: string): void; onTroubleOf(part: string): (trouble: string | null) => void }

/**
 * The database starts first: it refuses a second process on one DATA_DIR, which could touch the first one's chain.
 * Started servers stop if another fails. The web app is built meanwhile.
 */
async function startServers(config: Config, reporter: Reporter, running: Running) {
  const database = await databaseOf(config, reporter)
  await running.add(database.stop)
  const starting = nodeOf(config, reporter).then(async (node) => {
    await running.add(node.stop)
    return node
  })
  const { webFolderOf } = await import('#embedded/web-build.ts')
  const isProduction = config.NODE_ENV === 'production'
  const building = webFolderOf({ dataDir: config.DATA_DIR, isProduction })
  // Its failure is thrown where the folder is needed.
  building.catch(() => {})
  return { database, node: await starting, building }
}

async function databaseOf(config: Config, { logLine, onTroubleOf }: Reporter) {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => {} }
  const { startPostgres } = await import('#embedded/postgres.ts')
  return startPostgres({ dataDir: config.DATA_DIR, log: logLine, onTrouble: onTroubleOf('database') })
}

async function nodeOf(config: Config, { logLine, onTroubleOf }: Reporter) {
  const { CHAIN_RPC_URL: rpcUrl, CHAIN_OPERATOR_KEY: operatorKey } = config
  if (rpcUrl) {
    if (!operatorKey) throw new ConfigError('CHAIN_OPERATOR_KEY must hold the operator’s key for CHAIN_RPC_URL.')
    return { rpcUrl, operatorKey: `0x${operatorKey.slice(2)}` as const, stop: async () => {} }
  }
  const { startChain } = await import('#embedded/chain.ts')
  return startChain({ dataDir: config.DATA_DIR, log: logLine, onTrouble: onTroubleOf('chain') })
}

await runUntilStopped(start)
