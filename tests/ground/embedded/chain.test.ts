import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectChain, headOf } from '#server/infra/chain/chain.ts'
import { gone, start as startProgram } from '#tests/kit/processes.ts'
import { type EmbeddedChain, startChain } from '../../../embedded/chain.ts'

let dataDir: string
const running: EmbeddedChain[] = []
let logged: string[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'chain-'))
  logged = []
})

afterEach(async () => {
  for (const chain of running.splice(0)) await chain.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedChain> {
  const chain = await startChain({ dataDir, log: (line) => logged.push(line), blockTimeMs: 20 })
  running.push(chain)
  return chain
}

async function stop(): Promise<void> {
  await running.pop()?.stop()
}

type Place = Pick<EmbeddedChain, 'rpcUrl' | 'operatorKey'>

const headOfChain = ({ rpcUrl, operatorKey }: Place) => headOf(connectChain({ rpcUrl, operatorKey, confirmations: 1 }))

async function headAfter(chain: Place, blocks: bigint) {
  let head = await headOfChain(chain)
  while (head.number < blocks) head = await headOfChain(chain)
  return head
}

const stateFiles = async () =>
  (await readdir(join(dataDir, 'chain'))).filter((name) => name.startsWith('state-')).sort()

test('a second start finds the blocks and the operator of the first', async () => {
  const first = await start()
  await headAfter(first, 3n)
  await stop()
  const second = await start()
  expect(second.operatorKey).toBe(first.operatorKey)
  expect((await headOfChain(second)).number).toBeGreaterThanOrEqual(3n)
})

test('the operator has coins, and its key is readable by its owner only', async () => {
  const { rpcUrl, operatorKey } = await start()
  const { client, operator } = connectChain({ rpcUrl, operatorKey, confirmations: 1 })
  expect(await client.getBalance({ address: operator.address })).toBeGreaterThan(10n ** 20n)
  expect((await readFile(join(dataDir, 'chain', 'operator-key'), 'utf8')).trim()).toBe(operatorKey)
})

test('a torn state gives way to the one before, and both to an empty chain', async () => {
  await headAfter(await start(), 3n)
  await stop()
  await start()
  await stop()
  const [older, newer] = await stateFiles()
  await writeFile(join(dataDir, 'chain', newer ?? ''), '{"block":{"numb')
  expect((await headOfChain(await start())).number).toBeGreaterThanOrEqual(3n)
  expect(logged.join()).toContain(newer)
  await stop()
  for (const name of await stateFiles()) await writeFile(join(dataDir, 'chain', name), '')
  expect((await headOfChain(await start())).number).toBeLessThan(3n)
  expect(older).not.toBe(newer)
})

test('a chain without transactions stands still', async () => {
  const chain = await start()
  const still = await headAfter(chain, 64n)
  for (let look = 0; look < 200; look += 1) expect((await headOfChain(chain)).number).toBe(still.number)
})

test('dies with its owner, however that dies, and leaves its state', async () => {
  const program = `
    import { startChain } from '#embedded/chain.ts'
    const { rpcUrl } = await startChain({ dataDir: process.argv[1], log: () => {}, blockTimeMs: 20 })
    console.log(rpcUrl)`
  const owner = startProgram(process.execPath, ['--input-type=module-typescript', '-e', program, dataDir])
  const rpcUrl = await owner.line(/^http/)
  const pid = Number(await readFile(join(dataDir, 'chain', 'anvil.pid'), 'utf8'))
  const key = await readFile(join(dataDir, 'chain', 'operator-key'), 'utf8')
  await headAfter({ rpcUrl, operatorKey: `0x${key.slice(2)}` }, 3n)
  owner.signalGroup('SIGKILL')

  const next = await start()
  await gone(pid)
  expect((await headOfChain(next)).number).toBeGreaterThanOrEqual(3n)
})

test('kill -9 of the node alone, twice: it is there again at the same address, and mines', async () => {
  const troubles: (string | null)[] = []
  const chain = await startChain({ dataDir, log() {}, blockTimeMs: 20, onTrouble: (trouble) => troubles.push(trouble) })
  running.push(chain)
  for (const life of [1, 2]) {
    await headAfter(chain, 3n)
    process.kill(Number(await readFile(join(dataDir, 'chain', 'anvil.pid'), 'utf8')), 'SIGKILL')
    await expect.poll(() => troubles, { timeout: 15_000 }).toHaveLength(2 * life)
  }
  await headAfter(chain, 3n)
  const { client, operator } = connectChain({ ...chain, confirmations: 1 })
  expect(await client.getBalance({ address: operator.address })).toBeGreaterThan(10n ** 20n)
  expect(troubles.slice(-2)).toEqual(['The embedded chain has ended (SIGKILL) and is started again.', null])
}, 60_000)
