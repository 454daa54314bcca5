import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createTestClient, encodeFunctionData, getAddress, http, parseAbi, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { compileContract } from '#contracts/compile.ts'
import { type EmbeddedChain, startChain } from '#embedded/chain.ts'
import { batchData, deploymentData } from '#server/infra/chain/contract.ts'
import type { Hex } from '#server/infra/chain/derive.ts'
import { type Movement, operationsOf } from '#server/units/settlement/plan.ts'
import type { Measure } from './bench.ts'
import type { Line } from './lines.ts'

const movements = 100
const units = 12_345n
/** Maximum gas of each movement, for 100 assets issued to new holders and 100 claims. */
const goals = { mint: 35_000, claim: 15_000 }

const leanAbi = parseAbi([
  'function mintAll(address[] to, uint256[] ids, uint256[] amounts)',
  'function burnAll(address[] from, uint256[] ids, uint256[] amounts)',
])

/** Gas per movement in batches of a hundred on an empty chain, against a minimal ERC-1155 contract. */
export const gas: Measure = {
  name: 'gas',
  async run({ folder }) {
    const chain = await startChain({ dataDir: join(folder, 'gas'), log: () => {}, blockTimeMs: 20 })
    try {
      return await measured(chain)
    } finally {
      await chain.stop()
    }
  },
}

async function measured(chain: EmbeddedChain): Promise<Line[]> {
  const client = clientOf(chain)
  const mined = async (call: { to?: Hex; data: Hex }) => {
    const hash = await client.sendTransaction({ ...call, gas: 16_000_000n })
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    if (receipt.status !== 'success') throw new Error('The chain refuses a batch of the bench.')
    return receipt
  }
  const each = async (to: Hex, data: Hex) => Number((await mined({ to, data })).gasUsed) / movements
  const made = async (data: Hex) => {
    const { contractAddress } = await mined({ data })
    if (!contractAddress) throw new Error('The chain makes no contract.')
    return contractAddress
  }
  const ours = await made(deploymentData(client.account.address, 'http://127.0.0.1'))
  const lean = await made(bytecodeOf(new URL('LeanUnits.sol', import.meta.url)))
  const assets = Array.from({ length: movements }, (_, place) => `asset-${place}`)
  const holders = assets.map(() => getAddress(`0x${randomBytes(20).toString('hex')}`))
  const ids = assets.map(() => BigInt(`0x${randomBytes(32).toString('hex')}`))
  const amountsOf = (amount: bigint) => assets.map(() => amount)
  const leanData = (functionName: 'mintAll' | 'burnAll', amount: bigint) =>
    encodeFunctionData({ abi: leanAbi, functionName, args: [holders, ids, amountsOf(amount)] })
  const batch = (change: (assetId: string) => Partial<Movement['parts'][number]>) =>
    batchData(
      `0x${randomBytes(32).toString('hex')}`,
      assets.flatMap((assetId) => operationsOf(aMovement(assetId, change(assetId)))),
    )

  const mint = await each(
    ours,
    batch(() => ({ fromAccount: null })),
  )
  const leanMint = await each(lean, leanData('mintAll', units))
  const claim = await each(
    ours,
    batch(() => ({ toState: 'retired', quantity: 1n })),
  )
  const leanClaim = await each(lean, leanData('burnAll', 1n))
  const again = batchData(
    `0x${randomBytes(32).toString('hex')}`,
    assets.flatMap(() => operationsOf(aMovement('asset-0', { toState: 'retired', quantity: 1n }))),
  )
  return [
    lineOf('gas of a mint, 100 assets to new holders', mint, goals.mint, leanMint),
    lineOf('gas of a claim, 100 assets of 100 holders', claim, goals.claim, leanClaim),
    lineOf('gas of a claim, 100 of one asset by one holder', await each(ours, again), goals.claim),
  ]
}

function aMovement(assetId: string, change: Partial<Movement['parts'][number]>): Movement {
  const part = {
    assetId,
    cap: units,
    fromAccount: assetId,
    toAccount: assetId,
    toState: 'held',
    quantity: units,
  } as const
  const documentHash: Hex = `0x${randomBytes(32).toString('hex')}`
  return { tenantId: 'bench', transactionId: assetId, refusals: 0, documentHash, parts: [{ ...part, ...change }] }
}

function lineOf(name: string, measured: number, goal: number, lean?: number): Line {
  const beside = lean ? `; Solady's leanest ${lean.toFixed(0)}` : ''
  return { name, measured: measured.toFixed(0), limit: `${goal}${beside}`, ratio: measured / goal, goal: { atMost: 1 } }
}

function bytecodeOf(file: URL): Hex {
  return `0x${compileContract(file).bytecode.slice(2)}`
}

function clientOf({ rpcUrl, operatorKey }: EmbeddedChain) {
  const account = privateKeyToAccount(operatorKey)
  return createTestClient({ mode: 'anvil', account, chain: anvil, transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
}
