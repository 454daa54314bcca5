import { access, constants, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { connectChain } from '#server/chain/chain.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { connectDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startIdentity } from '#server/identity/start.ts'
import { listen, refusalOf, StartRefused } from '#server/listen.ts'
import { openLog } from '#server/log.ts'
import { connectMail } from '#server/mail/mail.ts'
import { openRegistry } from '#server/registry.ts'
import { ensureConfiguredTenant } from '#server/tenants/configured.ts'
import { externalDirectory } from '#server/users/external-directory.ts'
import { type EmbeddedChain, startChain } from './chain.ts'
import { sandboxEmail, sandboxPassword, sandboxRoles } from './people.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'
import { fillSample } from './sample.ts'
import { seedPeople } from './seed.ts'
import { ensureWebBuilt } from './web-build.ts'

type Log = ReturnType<typeof openLog>
type Stop = () => Promise<void>

/**
 * Starts the registry with whatever part of its world no setting names: PostgreSQL, chain, identity provider. Everything
 * it keeps is in DATA_DIR, so the next start finds it as it was left.
 */
async function start(running: Running): Promise<void> {
  const config = readConfig()
  await refuseTakenPort(config)
  await makeDataDir(config)
  const log = openLog(config)
  const say = (line: string) => log.debug({ line }, 'sandbox')
  const { database, node, webFolder } = await startServers(config, say, running)

  const sql = connectDatabase(database.url, { max: 8 })
  await running.add(() => sql.end())
  await migrate(sql)
  await ensureConfiguredTenant({ sql, config })
  const identity = config.embedded.identity ? await identityOf(config, sql, log) : null
  if (identity) await running.add(identity.stop)

  const chain = connectChain({
    ...node,
    confirmations: config.CHAIN_CONFIRMATIONS,
    explorerUrl: config.CHAIN_EXPLORER_URL,
  })
  const directory = identity?.directory ?? externalDirectory(config.OIDC_AUTHORITY)
  const registry = await openRegistry(
    { config, sql, databaseUrl: database.url, chain, directory, findIssuer: identity?.findIssuer, log },
    { webFolder, identity: identity?.routes },
  )
  await running.add(registry.stop)
  if (config.embedded.people) await fillSample(registry.deps, await seedPeople({ sql, config }))
  await listen(registry.app, config)
  await greet(config)
}

/**
 * The database comes first and alone: it refuses a second process on the same DATA_DIR, before that one could touch the
 * chain of the first. What did start is stopped even if another part did not.
 */
async function startServers(config: Config, say: (line: string) => void, running: Running) {
  const database = await databaseOf(config, say)
  await running.add(() => database.stop())
  const starting = nodeOf(config, say).then(async (node) => {
    await running.add(() => node.stop())
    return node
  })
  const [node, web] = await Promise.allSettled([starting, ensureWebBuilt({ dataDir: config.DATA_DIR })])
  if (node.status === 'rejected') throw node.reason
  if (web.status === 'rejected') throw web.reason
  return { database, node: node.value, webFolder: web.value }
}

async function databaseOf(config: Config, log: (line: string) => void): Promise<EmbeddedPostgres> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => {} }
  return startPostgres({ dataDir: config.DATA_DIR, log })
}

async function nodeOf(config: Config, log: (line: string) => void): Promise<EmbeddedChain> {
  const { CHAIN_RPC_URL: rpcUrl, CHAIN_OPERATOR_KEY: operatorKey } = config
  if (!rpcUrl) return startChain({ dataDir: config.DATA_DIR, log })
  if (!operatorKey) throw new ConfigError('CHAIN_OPERATOR_KEY must hold the operator’s key for CHAIN_RPC_URL.')
  return { rpcUrl, operatorKey: `0x${operatorKey.slice(2)}`, stop: async () => {} }
}

function identityOf(config: Config, sql: ReturnType<typeof connectDatabase>, log: Log) {
  const mail = config.SMTP_URL ? connectMail(config.SMTP_URL, config.REGISTRY_CONTACT_EMAIL) : null
  return startIdentity({ sql, config, log, mail })
}

async function makeDataDir({ DATA_DIR }: Config): Promise<void> {
  try {
    await mkdir(DATA_DIR, { recursive: true })
    await access(DATA_DIR, constants.W_OK)
  } catch {
    throw new StartRefused(`${DATA_DIR} may not be written by this user. Set DATA_DIR to a folder of your own.`)
  }
}

/** Says at once that the port is taken, and not after everything else was started for nothing. */
async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(refusalOf(error, config)))
    probe.listen(config.PORT, config.HOST, () => probe.close(() => resolve()))
  })
}

async function greet(config: Config): Promise<void> {
  const lines = [`${config.REGISTRY_NAME} is ready at ${config.PUBLIC_URL}`]
  if (config.embedded.people) {
    const password = await sandboxPassword(config.DATA_DIR, config.SANDBOX_PASSWORD)
    lines.push(
      '',
      'Sign in as',
      ...sandboxRoles.map((role) => `  ${sandboxEmail(role)}`),
      `with the password ${password}`,
    )
  }
  console.log(lines.join('\n'))
}

/** What has been started, to be stopped in the opposite order. */
type Running = {
  /** Remembers how to stop what has just started; when everything is stopping already, stops it and fails. */
  add(stop: Stop): Promise<void>
  /** Stops everything; a second call waits for the first. */
  stop: Stop
  isStopping(): boolean
}

function nothingRunning(): Running {
  const stops: Stop[] = []
  let stopping: Promise<void> | undefined
  const report = (error: unknown) => console.error(error)
  return {
    isStopping: () => stopping !== undefined,
    async add(stop) {
      if (!stopping) return void stops.push(stop)
      await stop().catch(report)
      throw new Error('Stopped while starting.')
    },
    stop() {
      stopping ??= (async () => {
        for (const stop of stops.reverse()) await stop().catch(report)
      })()
      return stopping
    },
  }
}

/** Resolves at the first signal that asks to stop. */
function askedToStop(): Promise<'asked'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve('asked'))
  })
}

function explain(error: unknown): void {
  const isExpected = error instanceof ConfigError || error instanceof StartRefused
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}

const running = nothingRunning()
const asked = askedToStop()
const starting = start(running).then(
  () => 'ready',
  (error: unknown) => {
    if (!running.isStopping()) explain(error)
    return 'failed'
  },
)
const first = await Promise.race([starting, asked])
if (first === 'ready') await asked
await running.stop()
await starting
process.exit()
