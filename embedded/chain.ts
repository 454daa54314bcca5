import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { addressOfKey, type Hex } from '#server/infra/chain/derive.ts'
import { keyName, statePattern } from './chain-files.ts'
import { freePort } from './free-port.ts'
import { spawnGuarded } from './guarded-process.ts'
import { commandOf } from './process-table.ts'
import { type OnTrouble, supervise } from './supervise.ts'

/** An anvil node with its state in `dataDir/chain`. */
export type EmbeddedChain = {
  rpcUrl: string
  /** Private; it has coins on this chain only. */
  operatorKey: Hex
  /** Waits until the node has written its state and exited. */
  stop(): Promise<void>
}

export type ChainOptions = {
  /** DATA_DIR. */
  dataDir: string
  log: (line: string) => void
  /** One second by default. */
  blockTimeMs?: number
  port?: number
  onTrouble?: OnTrouble
}

const usualBlockTimeMs = 1_000
/** Blocks after the last transaction, for confirmations. */
const tailBlocks = 64
/** The most that a machine's crash loses; the settler resends lost transactions. */
const stateIntervalSeconds = 60
const startLimitMs = 10_000
const stopGraceMs = 10_000

/**
 * Starts the newest complete state, else an empty chain; the settler resends lost transactions. Restarts an exited node
 * on its port. Throws if none starts.
 */
export async function startChain({
  dataDir,
  log,
  blockTimeMs = usualBlockTimeMs,
  port: given,
  onTrouble,
}: ChainOptions): Promise<EmbeddedChain> {
  const folder = join(dataDir, 'chain')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const operatorKey = await storedKey(join(folder, keyName))
  await predecessorGone(join(folder, 'anvil.pid'))

  const port = given ?? (await freePort())
  const rpcUrl = `http://127.0.0.1:${port}`
  const start = () => startNode(folder, port, operatorKey, log)
  const node = supervise({
    name: 'The embedded chain',
    first: await start(),
    restart: start,
    onTrouble,
    stopSignal: 'SIGTERM',
    stopGraceMs,
  })
  const miner = startMining(rpcUrl, blockTimeMs)
  return {
    rpcUrl,
    operatorKey,
    async stop() {
      await miner.stop()
      await node.stop()
      await rm(join(folder, 'anvil.pid'), { force: true })
    },
  }
}

/** Funds the operator, too. */
async function startNode(folder: string, port: number, operatorKey: Hex, log: ChainOptions['log']) {
  const states = await savedStates(folder)
  const next = join(folder, stateName((states[0]?.number ?? 0) + 1))
  const paths = [...states.map(({ path }) => path), undefined]
  const { node, loaded } = await firstThatStarts(paths, next, folder, port, log)
  await writeFile(join(folder, 'anvil.pid'), String(node.pid))
  for (const { path } of states) if (path !== loaded) await rm(path, { force: true })
  const coins = `0x${(10n ** 24n).toString(16)}`
  await rpc(`http://127.0.0.1:${port}`, 'anvil_setBalance', [addressOfKey(operatorKey), coins])
  return node
}

/** Undefined stands for an empty chain. */
async function firstThatStarts(
  states: (string | undefined)[],
  dump: string,
  folder: string,
  port: number,
  log: ChainOptions['log'],
) {
  for (const load of states) {
    const output: string[] = []
    const node = await launch(load, dump, folder, port, output)
    if (node) return { node, loaded: load }
    log(`The chain does not start with ${load ?? 'an empty state'}: ${output.join(' ')}`)
  }
  throw new Error('The embedded chain does not start, not even empty.')
}

async function launch(load: string | undefined, dump: string, folder: string, port: number, output: string[]) {
  const node = spawnGuarded(nodeBinary(), nodeArguments(port, load, dump, folder), {
    orphanSignal: 'SIGTERM',
    onLine: (line) => {
      if (output.length < 20) output.push(line)
    },
  })
  const rpcUrl = `http://127.0.0.1:${port}`
  const ended = node.exited.then(() => true)
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline) {
    if (await answers(rpcUrl)) return node
    if (await Promise.race([ended, pause(20, false)])) return undefined
  }
  await node.stop('SIGKILL', 0)
  output.push(`no answer within ${startLimitMs} ms`)
  return undefined
}

function nodeArguments(port: number, load: string | undefined, dump: string, folder: string): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--quiet', '--no-cors'],
    // `startMining` mines. No dev accounts: their private keys are public.
    ...['--no-mining', '--order', 'fifo', '--accounts', '0', '--gas-limit', '30000000'],
    ...['--dump-state', dump, '--state-interval', String(stateIntervalSeconds)],
    ...['--prune-history', '64', '--cache-path', join(folder, 'cache')],
    ...(load ? ['--load-state', load] : []),
  ]
}

/**
 * Mines each second while transactions wait and `tailBlocks` after: permanent mining would add some 100 MB a day to
 * memory and state.
 */
function startMining(rpcUrl: string, blockTimeMs: number): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const mining = (async () => {
    let left = tailBlocks
    while (!stopping.signal.aborted) {
      await pause(blockTimeMs, undefined, { signal: stopping.signal }).catch(() => {})
      // A node that is down is retried; its callers report the outage.
      const waiting = await hasTransactions(rpcUrl).catch(() => false)
      if (waiting) left = tailBlocks
      if (left === 0 || stopping.signal.aborted) continue
      await rpc(rpcUrl, 'evm_mine', []).catch(() => {})
      left -= 1
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await mining
    },
  }
}

async function hasTransactions(rpcUrl: string): Promise<boolean> {
  const pool = await rpc(rpcUrl, 'txpool_status', [])
  return typeof pool === 'object' && pool !== null && 'pending' in pool && Number(pool.pending) > 0
}

async function answers(rpcUrl: string): Promise<boolean> {
  return rpc(rpcUrl, 'eth_chainId', []).then(
    () => true,
    () => false,
  )
}

const rpcReply = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() })

async function rpc(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(5_000),
  })
  const { result, error } = rpcReply.parse(await response.json())
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** The package's wrapper script would be one more process to stop. */
function nodeBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const fromAnvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  return fromAnvil.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}

/** The first start generates the key. */
async function storedKey(path: string): Promise<Hex> {
  await writeFile(path, `0x${randomBytes(32).toString('hex')}`, { mode: 0o600, flag: 'wx' }).catch(ignoreCode('EEXIST'))
  const stored = (await readFile(path, 'utf8')).trim()
  if (!/^0x[0-9a-f]{64}$/.test(stored)) throw new Error(`${path} does not hold a private key.`)
  return `0x${stored.slice(2)}`
}

/** A killed node may still be writing its state; waits up to 6 s. */
async function predecessorGone(pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'))
  const isRunning = async () => (await commandOf(pid)).some((word) => word.startsWith(dirname(pidFile)))
  for (let tries = 0; tries < 60 && (await isRunning()); tries += 1) await pause(100)
}

const stateName = (number: number) => `state-${String(number).padStart(6, '0')}.json`

/** Newest first. Each run writes its own file, so an incomplete state is never the only one. */
async function savedStates(folder: string): Promise<{ number: number; path: string }[]> {
  const names = (await readdir(folder)).filter((name) => statePattern.test(name))
  return names
    .map((name) => ({ number: Number(name.slice(6, 12)), path: join(folder, name) }))
    .sort((a, b) => b.number - a.number)
}

function ignoreCode(code: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== code) throw error
  }
}
