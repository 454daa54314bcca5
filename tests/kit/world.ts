import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { assemble } from '#server/app/assemble.ts'
import { listen } from '#server/app/listen.ts'
import type { RunningIdentity } from '#server/identity/start.ts'
import type { Chain } from '#server/infra/chain/chain.ts'
import { addressOfKey, type Hex } from '#server/infra/chain/derive.ts'
import { type Config, readConfig } from '#server/infra/config.ts'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { tracingTo } from '#server/infra/tracing/tracing.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { growLogs } from '#server/units/ledger/log-growth.ts'
import { callChain } from './chain-rpc.ts'
import { closeAfterwards } from './closing.ts'
import { aDatabase } from './database.ts'

/** A complete registry on a port. */
export type World = {
  baseUrl: string
  config: Config
  sql: Database
  chain: Chain
  identity: RunningIdentity
  deps: UnitsDeps
  logged: string[]
  /** Waits for confirmation; fails if the movement is parked. */
  settled(transactionId: string): Promise<void>
  /** Puts all movements into the hash chains and logs and sends their notices, as the background does a moment later. */
  linked(): Promise<void>
  mine(): Promise<void>
  /** Can be called twice. */
  stop(): Promise<void>
}

/** Environment variables. */
export type WorldSettings = Record<string, string>

declare global {
  var worldOfWorker: Promise<World> | undefined
  var worldOfFile: Promise<World> | undefined
}

/**
 * The worker's shared world (files use their own tenants), or that of `ownWorld`. The run's servers remove its data.
 */
export function theWorld(): Promise<World> {
  if (globalThis.worldOfFile) return globalThis.worldOfFile
  globalThis.worldOfWorker ??= startWorld({})
  return globalThis.worldOfWorker
}

/** The file's own world, for work across all tenants: letters, sweeps, sums. */
export function ownWorld(): void {
  globalThis.worldOfFile = startWorld({})
  closeAfterwards(async () => {
    const world = await globalThis.worldOfFile
    globalThis.worldOfFile = undefined
    await world?.stop()
  })
}

/** Stopped after the file's last test. */
export async function aWorld(
  settings: WorldSettings | ((databaseUrl: string) => Promise<WorldSettings>) = {},
): Promise<World> {
  const world = await startWorld(settings)
  closeAfterwards(world.stop)
  return world
}

async function startWorld(settings: WorldSettings | ((databaseUrl: string) => Promise<WorldSettings>)): Promise<World> {
  const { chainRpcUrl, folder } = inject('servers')
  const dataDir = await mkdtemp(join(folder, 'world-'))
  const database = await aDatabase()
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    CHAIN_RPC_URL: chainRpcUrl,
    CHAIN_OPERATOR_KEY: await aFundedKey(chainRpcUrl),
    CHAIN_CONFIRMATIONS: '1',
    OIDC_AUTHORITY: 'embedded',
    LOG_LEVEL: 'silent',
    ...(typeof settings === 'function' ? await settings(database.url) : settings),
  })
  const registry = await startRegistry(config, database.sql)
  const mine = async () => void (await callChain(chainRpcUrl, 'evm_mine', []))
  const stop = async () => {
    await registry.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  let stopped: Promise<void> | undefined
  const world: World = {
    get identity() {
      return registry.identity
    },
    deps: registry.deps,
    logged: registry.logged,
    baseUrl: config.PUBLIC_URL,
    config,
    sql: database.sql,
    chain: registry.deps.chain,
    mine,
    settled: (transactionId) => settled(registry.deps, transactionId, mine),
    linked: () => linked(database.sql, config),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
  return world
}

/** Another registry on the world's database, with connections of its own, as a second process. */
export async function aSecondRegistry({ config }: World): Promise<{ baseUrl: string }> {
  const port = await freePort()
  const sql = connectDatabase(config.DATABASE_URL ?? '', { max: 10 })
  const registry = await startRegistry({ ...config, PORT: port }, sql)
  closeAfterwards(async () => {
    await registry.stop()
    await sql.end()
  })
  return { baseUrl: `http://127.0.0.1:${port}` }
}

async function startRegistry(config: Config, sql: Database) {
  const logged: string[] = []
  const tracing = await tracingTo(config.OTEL_EXPORTER_OTLP_ENDPOINT)
  const log = pino(
    { level: 'info', ...(tracing ? { mixin: tracing.logFacts } : {}) },
    { write: (line) => void logged.push(line) },
  )
  const parts = new AsyncDisposableStack()
  const running = { add: async (stop: () => Promise<void>) => parts.defer(stop) }
  if (tracing) await running.add(tracing.stop)
  const node = { rpcUrl: config.CHAIN_RPC_URL ?? '', operatorKey: config.CHAIN_OPERATOR_KEY as Hex }
  const { app, deps, identity } = await assemble(
    { config, sql, databaseUrl: config.DATABASE_URL ?? '', node, log, tracing },
    { checkReplies: true, callsPerMinute: 1_000_000, callsWaiting: 1_000_000 },
    running,
  )
  await listen(app, config)
  return {
    get identity() {
      if (!identity) throw new Error('The settings of this world name an identity provider elsewhere.')
      return identity
    },
    deps,
    logged,
    stop: () => parts.disposeAsync(),
  }
}

const mostPasses = 30

async function settled(
  { sql, settlement }: Pick<UnitsDeps, 'sql' | 'settlement'>,
  transactionId: string,
  mine: () => Promise<void>,
): Promise<void> {
  for (let pass = 0; pass < mostPasses; pass += 1) {
    await settlement.pass()
    const [row] = await sql<{ state: string; reason: string | null }[]>`
      select state, reason from settlement where transaction_id = ${transactionId}`
    if (!row) throw new Error(`There is no movement ${transactionId}.`)
    if (row.state === 'confirmed') return
    if (row.state === 'parked') throw new Error(`The movement was parked: ${row.reason}`)
    await mine()
  }
  throw new Error(`The movement ${transactionId} was not confirmed in ${mostPasses} passes.`)
}

async function linked(sql: Database, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Promise<void> {
  while (!(await linkPending(sql)));
  while (await growLogs(sql, PUBLIC_URL));
}

/** A new operator's key with coins, so that worlds share no nonces. */
export async function aFundedKey(rpcUrl: string): Promise<Hex> {
  const key: Hex = `0x${randomBytes(32).toString('hex')}`
  await callChain(rpcUrl, 'anvil_setBalance', [addressOfKey(key), '0xd3c21bcecceda1000000'])
  return key
}
