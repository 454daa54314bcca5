import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChain } from '#embedded/chain.ts'
import { freePort } from '#embedded/free-port.ts'
import { startPostgres } from '#embedded/postgres.ts'
import { aRegistry, type Registry } from '#tests/kit/registry-process.ts'
import { until } from '../program.ts'

/** Real servers on loopback: PostgreSQL, chain, and registry processes. */
export type Deployment = {
  folder: string
  /** Empty if embedded: see `databaseUrlOf`. */
  databaseUrl: string
  /** Empty if embedded. */
  chainRpcUrl: string
  publicUrl: string
  settings: Readonly<Record<string, string>>
  registries: readonly Registry[]
  stop(): Promise<void>
}

export type DeploymentOptions = {
  registries?: number
  /** For a balancer that runs already; else free ports. */
  ports?: readonly number[]
  settings?: Record<string, string>
  /** A command that wraps each registry process. */
  under?: readonly string[]
  publicUrl?: string
  databaseUrl?: string
  chain?: { rpcUrl: string; operatorKey: string }
  /** One process with embedded PostgreSQL and chain. */
  isEmbedded?: boolean
  /** Puts everything on a separate disk of this size; needs root on Linux. */
  diskMegabytes?: number
}

/** Of the sandbox's people. */
export const password = 'a-password-for-tests'

/** Starts missing servers, then the first registry, which migrates, then the others. */
export async function aDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-chaos-'))
  const stops: Stops = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  try {
    if (options.diskMegabytes) stops.push(mountSmallDisk(folder, options.diskMegabytes))
    await symlink(await sharedWeb(), join(folder, 'web'))
    const servers = options.isEmbedded ? broughtAlong : await serversOf(options, folder, stops)
    const ports = options.ports ?? (await freePorts(options.registries ?? 1))
    const publicUrl = options.publicUrl ?? `http://127.0.0.1:${ports[0]}`
    const settings: Record<string, string> = {
      DATA_DIR: folder,
      PUBLIC_URL: publicUrl,
      ...servers.settings,
      SANDBOX_PASSWORD: password,
      LOG_LEVEL: 'warn',
      ...options.settings,
    }
    const registries = await Promise.all(ports.map((port) => aRegistry({ settings, port, under: options.under ?? [] })))
    for (const registry of registries) stops.push(registry.stop)
    const [first, ...others] = registries
    await first?.start()
    await Promise.all(others.map((registry) => registry.start()))
    // The balancer's own checks must find the registries.
    const isReady = async () => (await fetch(`${publicUrl}/readyz`)).status === 200
    await until(isReady, 30_000, () => `${publicUrl} does not answer.`)
    const { chainRpcUrl, databaseUrl } = servers
    return { folder, databaseUrl, chainRpcUrl, publicUrl, settings, registries, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export const freePorts = (count: number) => Promise.all(Array.from({ length: count }, () => freePort()))

/** Mounts a disk in memory; returns its unmount, which also runs at process exit. */
function mountSmallDisk(folder: string, megabytes: number): () => Promise<void> {
  const size = `size=${megabytes}m,mode=700`
  execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'small-disk', folder])
  const unmount = () => void spawnSync('umount', ['--lazy', folder])
  process.once('exit', unmount)
  return async () => {
    process.off('exit', unmount)
    unmount()
  }
}

type Stops = (() => Promise<unknown>)[]
type Servers = Pick<Deployment, 'databaseUrl' | 'chainRpcUrl'> & { settings: Record<string, string> }

async function serversOf(options: DeploymentOptions, folder: string, stops: Stops): Promise<Servers> {
  const log = () => {}
  const own = options.databaseUrl ? null : await startPostgres({ dataDir: folder, log })
  if (own) stops.push(own.stop)
  const ownChain = options.chain ? null : await startChain({ dataDir: folder, log })
  if (ownChain) stops.push(ownChain.stop)
  const databaseUrl = options.databaseUrl ?? own?.url ?? ''
  const chain = options.chain ?? ownChain ?? { rpcUrl: '', operatorKey: '' }
  const settings = { DATABASE_URL: databaseUrl, CHAIN_RPC_URL: chain.rpcUrl, CHAIN_OPERATOR_KEY: chain.operatorKey }
  return { databaseUrl, chainRpcUrl: chain.rpcUrl, settings }
}

const broughtAlong: Servers = { databaseUrl: '', chainRpcUrl: '', settings: {} }

let web: Promise<string> | undefined

/** One build of the web app for all registries of the run. */
function sharedWeb(): Promise<string> {
  web ??= mkdtemp(join(tmpdir(), 'registry-chaos-web-')).then((folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  })
  return web
}
