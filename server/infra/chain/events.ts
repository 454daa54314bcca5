import {
  decodeAbiParameters,
  getAbiItem,
  type Log,
  parseAbiParameters,
  parseEventLogs,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { type Chain, throughDoor } from './chain.ts'
import { abi, type Kind, kinds, nothing } from './contract.ts'
import type { Address, Hex } from './derive.ts'

/** Something that happened on the contract: an item of a batch, or what holders did with their own wallets. */
export type ChainEvent = {
  blockNumber: bigint
  blockHash: Hex
  transactionHash: Hex
  logIndex: number
  kind: Kind | 'wallet transfer' | 'wallet retire'
  /** The batch that the event is an item of; null for what a wallet did. */
  operationId: Hex | null
  /** The place in the batch, or among the tokens of a wallet's transfer. */
  item: number
  tokenId: bigint
  /** Of a batch: account references (a withdrawal's `to` is a padded address). Of a wallet: addresses. Null is nothing. */
  from: Hex | null
  to: Hex | null
  amount: bigint
  document: Hex | null
}

/** The most blocks that are asked for at once; public nodes refuse more, many of them even that. */
const mostBlocks = 500n

/**
 * The contract's events of a range of blocks, both ends included, in the order in which they happened and in parts: each says
 * up to which block it goes. A question that fails is asked again for half as many blocks, down to one, since nodes refuse
 * wide ranges and large answers each in words of its own; fails with `unavailable` where even one block is not answered.
 */
export async function* eventsBetween(
  chain: Chain,
  contract: Address,
  fromBlock: bigint,
  toBlock: bigint,
): AsyncGenerator<{ last: bigint; events: ChainEvent[] }> {
  let blocks = mostBlocks
  for (let first = fromBlock; first <= toBlock; ) {
    const last = min(first + blocks - 1n, toBlock)
    const events = await throughDoor(eventsOf(chain, contract, first, last)).catch((error: unknown) => {
      if (first === last) throw error
    })
    if (events) {
      yield { last, events }
      first = last + 1n
      // Slowly, so that few of the questions to a node with a limit are refused.
      blocks = min(mostBlocks, blocks + blocks / 8n + 1n)
    } else blocks = (last - first + 1n) / 2n
  }
}

async function eventsOf(chain: Chain, contract: Address, fromBlock: bigint, toBlock: bigint): Promise<ChainEvent[]> {
  const logs = await chain.client.getLogs({ address: contract, fromBlock, toBlock })
  const items = itemsOf(logs)
  const ofBatches = new Set(items.map(({ transactionHash }) => transactionHash))
  const ofWallets = logs.filter(({ transactionHash }) => !ofBatches.has(transactionHash))
  return [...items, ...walletEventsOf(ofWallets)].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
}

const recordedTopic = toEventSelector(getAbiItem({ abi, name: 'Recorded' }))
const recordedData = parseAbiParameters(
  'uint256 index, uint8 kind, bytes32 from, bytes32 to, uint256 amount, bytes32 document',
)

/** Batches have thousands of these: viem's own parser would hash the signature of each event of the contract for each log. */
function itemsOf(logs: Mined[]): ChainEvent[] {
  return logs.flatMap(({ topics: [topic, operationId, tokenId], data, ...log }): ChainEvent[] => {
    if (topic !== recordedTopic || !operationId || !tokenId) return []
    const [index, kind, from, to, amount, document] = decodeAbiParameters(recordedData, data)
    return [
      {
        ...placeOf(log),
        kind: kinds[kind]!,
        operationId,
        item: Number(index),
        tokenId: BigInt(tokenId),
        from: unlessNothing(from),
        to: unlessNothing(to),
        amount,
        document: unlessNothing(document),
      },
    ]
  })
}

/** A wallet's retirement comes with a standard event of the same units going nowhere, which is left out. */
function walletEventsOf(logs: Mined[]): ChainEvent[] {
  const names = ['RetiredByHolder', 'TransferSingle', 'TransferBatch'] as const
  return parseEventLogs({ abi, logs, eventName: [...names] }).flatMap((log): ChainEvent[] => {
    const event = { ...placeOf(log), operationId: null, item: 0, document: null }
    if (log.eventName === 'RetiredByHolder') {
      const { holder, tokenId, amount, document } = log.args
      return [{ ...event, kind: 'wallet retire', tokenId, from: holder, to: null, amount, document }]
    }
    const { from, to } = log.args
    if (from === zeroAddress || to === zeroAddress) return []
    const moved = { ...event, kind: 'wallet transfer', from, to } as const
    if (log.eventName === 'TransferSingle') return [{ ...moved, tokenId: log.args.id, amount: log.args.value }]
    const { ids, values } = log.args
    return ids.map((tokenId, place) => ({ ...moved, item: place, tokenId, amount: values[place] ?? 0n }))
  })
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const unlessNothing = (value: Hex): Hex | null => (value === nothing ? null : value)

type Mined = Log<bigint, number, false>

function placeOf({ blockNumber, blockHash, transactionHash, logIndex }: Omit<Mined, 'topics' | 'data'>) {
  return { blockNumber, blockHash, transactionHash, logIndex }
}
