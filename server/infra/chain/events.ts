import {
  decodeAbiParameters,
  getAbiItem,
  getAddress,
  type Log,
  parseAbiParameters,
  parseEventLogs,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { type Chain, orUnavailable } from './chain.ts'
import { abi, type Kind, kinds, nothing } from './contract.ts'
import type { Address, Hex } from './derive.ts'

/** A batch's item, or a holder's action with a wallet. */
export type ChainEvent = {
  contract: Address
  blockNumber: bigint
  blockHash: Hex
  transactionHash: Hex
  logIndex: number
  kind: Kind | 'wallet transfer' | 'wallet retire'
  /** Null for a wallet's action. */
  operationId: Hex | null
  /** The index in the batch or in the wallet's transfer. */
  item: number
  tokenId: bigint
  /** Account references in a batch (padded address for a withdrawal's `to`), addresses for a wallet. */
  from: Hex | null
  to: Hex | null
  amount: bigint
  document: Hex | null
}

/** Blocks per query; many public nodes allow fewer. */
const mostBlocks = 500n

/**
 * Yields events of contracts in a block range (inclusive) in order; `last` is each part's last block. Retries failed queries with
 * half the range: nodes refuse wide ranges and large answers with different errors. Fails with `unavailable` if a
 * single block fails.
 */
export async function* eventsBetween(
  chain: Chain,
  contracts: Address[],
  fromBlock: bigint,
  toBlock: bigint,
): AsyncGenerator<{ last: bigint; events: ChainEvent[] }> {
  let blocks = mostBlocks
  for (let first = fromBlock; first <= toBlock; ) {
    const last = min(first + blocks - 1n, toBlock)
    const events = await orUnavailable(eventsOf(chain, contracts, first, last)).catch((error: unknown) => {
      if (first === last) throw error
    })
    if (events) {
      yield { last, events }
      first = last + 1n
      // Slowly, so that a node with a lower limit refuses few queries.
      blocks = min(mostBlocks, blocks + blocks / 8n + 1n)
    } else blocks = (last - first + 1n) / 2n
  }
}

async function eventsOf(chain: Chain, contracts: Address[], fromBlock: bigint, toBlock: bigint): Promise<ChainEvent[]> {
  const logs = await chain.client.getLogs({ address: contracts, fromBlock, toBlock })
  const items = itemsOf(logs)
  const batchHashes = new Set(items.map(({ transactionHash }) => transactionHash))
  const walletLogs = logs.filter(({ transactionHash }) => !batchHashes.has(transactionHash))
  return [...items, ...walletEventsOf(walletLogs)].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
}

const recordedTopic = toEventSelector(getAbiItem({ abi, name: 'Recorded' }))
const recordedData = parseAbiParameters(
  'uint256 index, uint8 kind, bytes32 from, bytes32 to, uint256 amount, bytes32 document',
)

/** viem's parser would hash every event signature for each of thousands of logs. */
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

/** Skips the burn event that accompanies a wallet's retirement. */
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

function placeOf({ address, blockNumber, blockHash, transactionHash, logIndex }: Omit<Mined, 'topics' | 'data'>) {
  return { contract: getAddress(address), blockNumber, blockHash, transactionHash, logIndex }
}
