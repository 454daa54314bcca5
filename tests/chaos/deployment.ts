import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChain } from '#embedded/chain.ts'
import { freePort } from '#embedded/free-port.ts'
import { startPostgres } from '#embedded/postgres.ts'
import { until } from '../deploy/program.ts'
import { aRegistry, type Registry } from './registry.ts'

/** Real servers on loopback in a folder of their own: PostgreSQL, chain, and registry processes that share both. */
export type Deployment = {
  folder: string
  databaseUrl: string
  chainRpcUrl: string
  /** Where people sign in: the balancer, or else the first registry. */
  publicUrl: string
  registries: readonly Registry[]
  /** Stops everything and removes the folder. */
  stop(): Promise<void>
}

export type DeploymentOptions = {
  registries?: number
  /** Where the registries listen, for a balancer that was started before them; else on free ports. */
  ports?: readonly number[]
  /** Settings of every registry process, before ours. */
  settings?: Record<string, string>
  /** A program with its arguments that runs each registry process. */
  under?: readonly string[]
  /** Where people meet the registries, if not at the first one: a balancer's address. */
  publicUrl?: string
  /** A database that the scenario has started, instead of one of ours. */
  databaseUrl?: string
  /** A chain that the scenario has started, instead of one of ours. */
  chain?: { rpcUrl: string; operatorKey: string }
}

/** Of the sandbox's people, who are in every deployment that names no identity provider. */
export const password = 'a-password-for-tests'

/** Starts the servers that the options do not name, then the first registry, which migrates, then the others. */
export async function aDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-chaos-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  try {
    const log = () => {}
    await mkdir(join(folder, 'registry'))
    await symlink(await sharedWeb(), join(folder, 'registry/web'))
    const database = options.databaseUrl
      ? { url: options.databaseUrl, stop: async () => {} }
      : await startPostgres({ dataDir: folder, log })
    stops.push(database.stop)
    const chain = options.chain ?? (await ownChain(folder, stops))
    const ports = options.ports ?? (await freePorts(options.registries ?? 1))
    const publicUrl = options.publicUrl ?? `http://127.0.0.1:${ports[0]}`
    const settings = {
      DATA_DIR: join(folder, 'registry'),
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      CHAIN_RPC_URL: chain.rpcUrl,
      CHAIN_OPERATOR_KEY: chain.operatorKey,
      SANDBOX_PASSWORD: password,
      LOG_LEVEL: 'warn',
      ...options.settings,
    }
    const registries = await Promise.all(ports.map((port) => aRegistry({ settings, port, under: options.under ?? [] })))
    for (const registry of registries) stops.push(registry.stop)
    const [first, ...others] = registries
    await first?.start()
    await Promise.all(others.map((registry) => registry.start()))
    // A balancer learns of them by its own checks.
    const isReady = async () => (await fetch(`${publicUrl}/readyz`)).status === 200
    await until(isReady, 30_000, () => `${publicUrl} does not answer.`)
    return { folder, databaseUrl: database.url, chainRpcUrl: chain.rpcUrl, publicUrl, registries, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export const freePorts = (count: number) => Promise.all(Array.from({ length: count }, () => freePort()))

async function ownChain(folder: string, stops: (() => Promise<unknown>)[]) {
  const chain = await startChain({ dataDir: folder, log: () => {} })
  stops.push(chain.stop)
  return chain
}

let web: Promise<string> | undefined

/** The folder of the built web app, which the first registry of this run builds and the others find. */
function sharedWeb(): Promise<string> {
  web ??= mkdtemp(join(tmpdir(), 'registry-chaos-web-')).then((folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  })
  return web
}
